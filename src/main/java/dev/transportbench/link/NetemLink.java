package dev.transportbench.link;

import dev.transportbench.link.linux.Errno;
import dev.transportbench.link.linux.KernelException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Kernel devices between the two ends, and the kernel's netem where packets leave them for the
 * other end. Its semantics are the kernel's, whatever the profile says: one whose words mean
 * something else there is refused.
 */
final class NetemLink extends NamespacedLink {
  private static final Map<String, Object> NOT_AVAILABLE =
      Map.of(
          "lateness", "the kernel does not say when single packets left; the probe measures delay",
          "corrupted, reordered", "the kernel does not count them",
          "seed",
              "netem is given none, since Linux before 6.6 takes none: each run loses other packets");

  private final NetemPath path;
  private final Tc tc;
  private final SelfProbe probe = new SelfProbe();
  private volatile boolean impaired;
  private volatile Counters uncounted = new Counters(0, 0, 0, 0);
  // About the moment from which packets count, and just after it.
  private volatile Counters enteredBefore = new Counters(0, 0, 0, 0);
  private volatile Counters enteredSoonAfter = new Counters(0, 0, 0, 0);
  private final Map<Direction, NetemCheck.Reading> readBefore = new EnumMap<>(Direction.class);

  private NetemLink(LinkProfile profile, long seed, Ends ends, NetemPath path) {
    super(profile, Backend.NETEM, seed, ends);
    this.path = path;
    tc = new Tc(path.namespace());
  }

  /** What a profile asks that tc cannot do, one line for each thing; empty when it can do all. */
  static List<String> cannot(LinkProfile profile) {
    List<String> cannot = new ArrayList<>();
    for (Direction direction : Direction.values()) {
      for (String line : TcCommands.of(profile, direction).cannot()) {
        if (!cannot.contains(line)) {
          cannot.add(line);
        }
      }
    }
    return cannot;
  }

  /**
   * @param profile of which tc can do all
   */
  static NetemLink open(LinkProfile profile, long seed) {
    boolean together = profile.topology() == Topology.LOOPBACK;
    Ends ends = together ? Ends.together() : new Ends();
    NetemPath path = null;
    try {
      path =
          together
              ? new LoopbackPath(ends, profile.mtuBytes())
              : new RouterPath(ends, profile.mtuBytes());
      NetemLink link = new NetemLink(profile.with(Semantics.KERNEL), seed, ends, path);
      List<String> commands = new ArrayList<>(path.preparation());
      commands.addAll(link.commands(false));
      link.tc.run(commands);
      link.requireAsAsked(link.read());
      return link;
    } catch (KernelException e) {
      closeAll(ends, path);
      if (e.errno() == Errno.EOPNOTSUPP) {
        throw new LinkUnavailableException(
            "backend 'netem': %s; get it: modprobe veth".formatted(e.getMessage()), e);
      }
      throw e;
    } catch (Throwable e) {
      closeAll(ends, path);
      throw e;
    }
  }

  private List<String> commands(boolean impair) {
    List<String> commands = new ArrayList<>();
    for (Direction direction : Direction.values()) {
      TcCommands add =
          impair && !profile().impairment(direction).isNone()
              ? TcCommands.of(profile(), direction)
              : TcCommands.open();
      NetemPath.Place place = path.place(direction);
      commands.addAll(add.at(place.device(), place.parent(), place.major()));
    }
    return commands;
  }

  @Override
  public void impair() throws IOException {
    List<String> commands = new ArrayList<>();
    for (Direction direction : Direction.values()) {
      NetemPath.Place place = path.place(direction);
      commands.add("qdisc del dev %s %s".formatted(place.device(), place.parent()));
    }
    commands.addAll(commands(true));
    tc.run(commands);
    impaired = true;
    requireAsAsked(read());
    Counters before = entered();
    probe.run(this);
    Counters after = entered();
    uncounted = after.minus(before.minus(uncounted));
    enteredBefore = after;
    readBefore.putAll(read());
    enteredSoonAfter = entered();
  }

  private Map<Direction, NetemCheck.Reading> read() {
    List<Tc.Discipline> all = tc.disciplines();
    Map<Direction, NetemCheck.Reading> readings = new EnumMap<>(Direction.class);
    for (Direction direction : Direction.values()) {
      NetemPath.Place place = path.place(direction);
      Tc.Discipline netem =
          find(all, place.device(), "netem", place.major())
              .orElseThrow(
                  () ->
                      new LinkUnavailableException(
                          "backend 'netem': %s: the kernel has no netem at %s any more"
                              .formatted(direction.label(), place.device())));
      readings.put(
          direction,
          new NetemCheck.Reading(
              netem, find(all, place.device(), "tbf", place.major() + 1).orElse(null)));
    }
    return readings;
  }

  private static Optional<Tc.Discipline> find(
      List<Tc.Discipline> all, String device, String kind, int major) {
    return all.stream()
        .filter(d -> d.device().equals(device) && d.kind().equals(kind) && d.major() == major)
        .findFirst();
  }

  private void requireAsAsked(Map<Direction, NetemCheck.Reading> readings) {
    readings.forEach(
        (direction, reading) ->
            reading.differencesFrom(asked(direction)).stream()
                .findFirst()
                .ifPresent(
                    line -> {
                      throw new LinkUnavailableException(
                          "backend 'netem': the kernel did not take what was asked: %s: %s"
                              .formatted(direction.label(), line));
                    }));
  }

  /** What the link should be doing now: nothing, before the impairments are switched on. */
  private Impairment asked(Direction direction) {
    return impaired ? profile().impairment(direction) : Impairment.NONE;
  }

  private Counters entered() {
    return path.endsCount() ? counters(Rate.ETHERNET_HEADER_BYTES) : new Counters(0, 0, 0, 0);
  }

  @Override
  public Optional<Counters> counters() {
    return path.endsCount() ? Optional.of(entered().minus(uncounted)) : Optional.empty();
  }

  /** The kernel's work is in the client's and the server's CPU. */
  @Override
  public OptionalLong emulatorCpuNanos() {
    return OptionalLong.empty();
  }

  @Override
  public Evidence evidence() {
    Counters before = entered().minus(enteredSoonAfter);
    Map<Direction, NetemCheck.Reading> readings = read();
    Counters after = entered().minus(enteredBefore);

    List<String> violations = new ArrayList<>(probe.violations());
    Map<String, Object> measured = new LinkedHashMap<>();
    for (Direction direction : Direction.values()) {
      NetemCheck.Reading now = readings.get(direction);
      NetemCheck.Reading since =
          readBefore.containsKey(direction) ? now.since(readBefore.get(direction)) : now;
      NetemCheck check = new NetemCheck(direction, asked(direction), since, violations);
      check.againstAsked();
      if (path.endsCount()) {
        boolean up = direction == Direction.UP;
        check.againstDevice(
            up ? before.upPackets() : before.downPackets(),
            up ? after.upPackets() : after.downPackets());
      }
      Map<String, Object> figures = check.measured();
      if (path.endsCount()) {
        figures.put("bytes", direction == Direction.UP ? after.upBytes() : after.downBytes());
      }
      measured.put(direction.label(), figures);
    }
    if (path.endsCount()) {
      measured.put("deviceDroppedPackets", deviceDrops(violations));
    }
    if (impaired) {
      measured.put("probe", probe.measured());
    }
    measured.put("notAvailable", NOT_AVAILABLE);
    return new Evidence(asked(), measured, violations);
  }

  @Override
  public void close() {
    closeAll(ends(), path);
  }

  private static void closeAll(Ends ends, NetemPath path) {
    if (path != null) {
      path.close();
    }
    ends.close();
  }
}
