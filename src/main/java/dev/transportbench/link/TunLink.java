package dev.transportbench.link;

import dev.transportbench.link.linux.Cores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Two namespaces, a TUN device in each, and the emulator between them. */
final class TunLink extends NamespacedLink {
  private final long seed;
  private final EmulatorProcess emulator;
  private final ReservedCore core;
  private final SelfProbe probe = new SelfProbe();
  private volatile boolean impaired;
  private volatile Counters uncounted = new Counters(0, 0, 0, 0);

  private TunLink(
      LinkProfile profile, long seed, Ends ends, EmulatorProcess emulator, ReservedCore core) {
    super(profile, Backend.TUN, seed, ends);
    this.seed = seed;
    this.emulator = emulator;
    this.core = core;
  }

  static TunLink open(LinkProfile profile, long seed) {
    Ends ends = new Ends();
    EmulatorProcess emulator = null;
    ReservedCore core = null;
    try {
      // Tried here first, since here a refusal comes with the kernel's reason.
      LinkSupport.tryTun(ends);
      emulator = EmulatorProcess.start(ends, Ends.DEVICE);
      if (!emulator.isRealTime()) {
        if (ReservedCore.possible()) {
          core = ReservedCore.of(emulator.pid());
        } else if (profile.delays()) {
          throw new LinkUnavailableException(LinkSupport.NO_CORE);
        }
      }
      for (End end : End.values()) {
        ends.bringUp(end, profile.mtuBytes(), QUEUE_PACKETS);
      }
      return new TunLink(profile, seed, ends, emulator, core);
    } catch (IOException e) {
      closeAll(ends, emulator, core);
      throw new LinkUnavailableException("backend 'tun': no emulator: " + e.getMessage(), e);
    } catch (Throwable e) {
      closeAll(ends, emulator, core);
      throw e;
    }
  }

  @Override
  public void impair() throws IOException {
    emulator.pauseCapture(true);
    emulator.impair(profile(), seed);
    Counters before = counters(0);
    probe.run(this);
    uncounted = counters(0).minus(before.minus(uncounted));
    emulator.pauseCapture(false);
    // Afresh, so that the first packet that counts is number 1.
    emulator.impair(profile(), seed);
    impaired = true;
  }

  @Override
  public Optional<Counters> counters() {
    return Optional.of(counters(0).minus(uncounted));
  }

  @Override
  public Optional<PacketLogging> packetLogging() {
    return Optional.of(
        new PacketLogging() {
          @Override
          public void remember(int most) throws IOException {
            emulator.log(most);
          }

          @Override
          public void save(Path file) throws IOException {
            emulator.saveLog(file);
          }

          @Override
          public void capture(Path file) throws IOException {
            emulator.capture(file);
          }

          @Override
          public Captured endCapture() throws IOException {
            return emulator.endCapture();
          }
        });
  }

  @Override
  public OptionalLong emulatorCpuNanos() {
    return OptionalLong.of(emulator.cpuNanos());
  }

  @Override
  public Evidence evidence() throws IOException {
    emulator.requireAlive();
    Counters before = counters(0);
    Map<String, Map<String, Number>> figures = emulator.figures();
    Counters after = counters(0);

    List<String> violations = new ArrayList<>(probe.violations());
    List<String> warnings = new ArrayList<>();
    Map<String, Object> measured = new LinkedHashMap<>();
    measured.put("emulatorPriority", emulator.priority());
    measured.put("emulatorCpuMillis", emulator.cpuNanos() / 1e6);
    if (!emulator.isRealTime()) {
      warnings.add(
          core == null
              ? "the emulator runs at priority '%s': late when all cores are busy"
                  .formatted(emulator.priority())
              : "the emulator runs at priority '%s' on a core of its own: client and server have the other %d"
                  .formatted(emulator.priority(), Cores.own().cardinality()));
    }
    for (Direction direction : Direction.values()) {
      boolean up = direction == Direction.UP;
      LaneCheck check =
          new LaneCheck(
              direction,
              asked(direction),
              profile().semantics(),
              figures.get(direction.label()),
              violations,
              warnings);
      check.againstAsked();
      Envelope.warning(
              direction, asked(direction), figures.get(direction.label()), ownAndEmulatorsCores())
          .ifPresent(warnings::add);
      if (up) {
        check.againstDevice(
            before.upPackets(), before.upBytes(), after.upPackets(), after.upBytes());
      } else {
        check.againstDevice(
            before.downPackets(), before.downBytes(), after.downPackets(), after.downBytes());
      }
      measured.put(direction.label(), check.measured());
    }
    measured.put("wakeUps", figures.get("wakeUps"));
    measured.put("deviceDroppedPackets", deviceDrops(violations));
    if (impaired) {
      measured.put("probe", probe.measured());
    }
    measured.put("warnings", warnings);
    return new Evidence(asked(), measured, violations);
  }

  private int ownAndEmulatorsCores() {
    return Cores.own().cardinality() + (core == null ? 0 : 1);
  }

  /** What the link should be doing now: nothing, before the impairments are switched on. */
  private Impairment asked(Direction direction) {
    return impaired ? profile().impairment(direction) : Impairment.NONE;
  }

  @Override
  public CompletableFuture<String> broken() {
    return emulator.broken();
  }

  /** The emulator's process, for tests. */
  long emulatorPid() {
    return emulator.pid();
  }

  @Override
  public void close() {
    closeAll(ends(), emulator, core);
  }

  private static void closeAll(Ends ends, EmulatorProcess emulator, ReservedCore core) {
    if (core != null) {
      core.close();
    }
    if (emulator != null) {
      emulator.close();
    }
    ends.close();
  }
}
