package dev.transportbench.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Two namespaces, a TUN device in each, and the emulator between them. */
final class TunLink extends NamespacedLink {
  private final long seed;
  private final EmulatorProcess emulator;
  private volatile boolean impaired;

  private TunLink(LinkProfile profile, long seed, Ends ends, EmulatorProcess emulator) {
    super(profile, Backend.TUN, seed, ends);
    this.seed = seed;
    this.emulator = emulator;
  }

  static TunLink open(LinkProfile profile, long seed) {
    Ends ends = new Ends();
    EmulatorProcess emulator = null;
    try {
      // Tried here first, since here a refusal comes with the kernel's reason.
      LinkSupport.tryTun(ends);
      emulator = EmulatorProcess.start(ends, Ends.DEVICE);
      for (End end : End.values()) {
        ends.bringUp(end, MTU_BYTES, QUEUE_PACKETS);
      }
      return new TunLink(profile, seed, ends, emulator);
    } catch (IOException e) {
      closeAll(ends, emulator);
      throw new LinkUnavailableException("backend 'tun': no emulator: " + e.getMessage(), e);
    } catch (Throwable e) {
      closeAll(ends, emulator);
      throw e;
    }
  }

  @Override
  public void impair() throws IOException {
    emulator.impair(profile().up(), profile().down(), seed);
    impaired = true;
  }

  @Override
  public Optional<Counters> counters() {
    return Optional.of(counters(0));
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

    List<String> violations = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    Map<String, Object> measured = new LinkedHashMap<>();
    measured.put("emulatorPriority", emulator.priority());
    measured.put("emulatorCpuMillis", emulator.cpuNanos() / 1e6);
    if (!emulator.priority().startsWith("SCHED_FIFO")) {
      warnings.add(
          "the emulator runs at priority '%s': late when all cores are busy"
              .formatted(emulator.priority()));
    }
    for (Direction direction : Direction.values()) {
      boolean up = direction == Direction.UP;
      LaneCheck check =
          new LaneCheck(
              direction, asked(direction), figures.get(direction.label()), violations, warnings);
      check.againstAsked();
      if (up) {
        check.againstDevice(
            before.upPackets(), before.upBytes(), after.upPackets(), after.upBytes());
      } else {
        check.againstDevice(
            before.downPackets(), before.downBytes(), after.downPackets(), after.downBytes());
      }
      measured.put(direction.label(), check.measured());
    }
    measured.put("deviceDroppedPackets", deviceDrops(violations));
    measured.put("warnings", warnings);
    return new Evidence(asked(), measured, violations);
  }

  /** What the link should be doing now: nothing, before the impairments are switched on. */
  private Impairment asked(Direction direction) {
    if (!impaired) {
      return Impairment.NONE;
    }
    return direction == Direction.UP ? profile().up() : profile().down();
  }

  /** The emulator's process, for tests. */
  long emulatorPid() {
    return emulator.pid();
  }

  @Override
  public void close() {
    closeAll(ends(), emulator);
  }

  private static void closeAll(Ends ends, EmulatorProcess emulator) {
    if (emulator != null) {
      emulator.close();
    }
    ends.close();
  }
}
