package dev.transportbench.benchmark.forensics;

import dev.transportbench.benchmark.forensics.Conditions.Order;
import dev.transportbench.benchmark.forensics.LostPacket.Content;
import dev.transportbench.link.Direction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Matches RPCs with the packets that were lost while they were in flight.
 *
 * <p>An RPC counts as <em>slowed</em> when it took longer than the p99 of the clean ones (those
 * during which nothing was lost, since the impairment was set). Alone in flight, whatever was lost
 * meanwhile was its own, and its outside tells what it was. With others in flight it may have been
 * theirs: {@link LossKind#AMBIGUOUS}. Where all share one order of bytes, one that was sent after
 * the loss and before that was repaired cannot have been in the lost packet, and waited for it:
 * {@link LossKind#VICTIM}.
 *
 * <p>One for a trial: what it has learned of clean latency and round trip serves its next windows.
 */
public final class LossForensics {
  private final Conditions conditions;
  private final RttEstimator rtt;
  private final Clean clean = new Clean();

  /**
   * @param firstRttNanos what the sender takes for the round trip when the first window begins
   */
  public LossForensics(Conditions conditions, double firstRttNanos) {
    this.conditions = conditions;
    rtt = new RttEstimator(firstRttNanos);
  }

  /**
   * What losses did in one window.
   *
   * @param slowed by a loss
   * @param harmless RPCs that were in flight when a packet was lost, and no slower for it
   * @param nobodys lost packets while no RPC was in flight
   * @param thresholdNanos what is called slow
   */
  public record Findings(
      List<SlowedRpc> slowed, int harmless, int nobodys, double thresholdNanos) {}

  /** A time in which what was sent waits for what was lost. */
  private record Hole(LostPacket lost, long untilNanos) {}

  /** Examines a window; {@code lost} in any order. */
  public Findings examine(RpcTimes rpcs, List<LostPacket> lost) {
    List<LostPacket> byTime = new ArrayList<>(lost);
    byTime.sort(Comparator.comparingLong(LostPacket::nanos));
    Map<Integer, List<LostPacket>> hits = new TreeMap<>();
    Map<LostPacket, Integer> inFlight = new IdentityHashMap<>();
    List<Hole> holes = new ArrayList<>();
    int nobodys = match(rpcs, byTime, hits, inFlight, holes);

    boolean[] suspects = new boolean[rpcs.count()];
    for (int i = 0; i < rpcs.count(); i++) {
      suspects[i] = !hits.containsKey(i) && holeAt(holes, rpcs.sent(i)) != null;
      if (!suspects[i] && !hits.containsKey(i)) {
        clean.add(rpcs.latency(i));
      }
    }
    double threshold = clean.thresholdNanos();
    List<SlowedRpc> slowed = new ArrayList<>();
    int harmless = 0;
    for (int i = 0; i < rpcs.count(); i++) {
      boolean slow = rpcs.latency(i) > threshold;
      List<LostPacket> own = hits.get(i);
      if (own != null && slow) {
        boolean alone = own.stream().allMatch(packet -> inFlight.get(packet) == 1);
        slowed.add(alone ? told(rpcs, i, own) : ambiguous(rpcs, i, own));
      } else if (own != null) {
        harmless++;
      } else if (suspects[i] && slow) {
        Hole hole = holeAt(holes, rpcs.sent(i));
        slowed.add(
            conditions.order() == Order.SHARED
                ? victim(rpcs, i, hole.lost)
                : ambiguous(rpcs, i, List.of(hole.lost)));
      } else if (!suspects[i]) {
        rtt.add(rpcs.latency(i));
      }
    }
    return new Findings(slowed, harmless, nobodys, threshold);
  }

  /**
   * Finds who was in flight at each loss.
   *
   * @return how many were lost when nobody was
   */
  private int match(
      RpcTimes rpcs,
      List<LostPacket> byTime,
      Map<Integer, List<LostPacket>> hits,
      Map<LostPacket, Integer> inFlight,
      List<Hole> holes) {
    long longest = 0;
    for (int i = 0; i < rpcs.count(); i++) {
      longest = Math.max(longest, rpcs.latency(i));
    }
    int nobodys = 0;
    for (LostPacket packet : byTime) {
      int owners = 0;
      long until = packet.nanos();
      for (int i = firstAnsweredAfter(rpcs, packet.nanos());
          i < rpcs.count() && rpcs.answered(i) - packet.nanos() <= longest;
          i++) {
        if (rpcs.sent(i) - packet.nanos() <= 0) {
          owners++;
          until = rpcs.answered(i);
          hits.computeIfAbsent(i, index -> new ArrayList<>()).add(packet);
        }
      }
      inFlight.put(packet, owners);
      if (owners == 0) {
        nobodys++;
      } else if (conditions.order() != Order.NONE && packet.content() == Content.DATA) {
        holes.add(new Hole(packet, until));
      }
    }
    return nobodys;
  }

  private static int firstAnsweredAfter(RpcTimes rpcs, long nanos) {
    int low = 0;
    int high = rpcs.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rpcs.answered(middle) - nanos > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The first loss that what is sent now waits for; null when there is none. */
  private static Hole holeAt(List<Hole> holes, long nanos) {
    for (Hole hole : holes) {
      if (nanos - hole.lost.nanos() > 0 && hole.untilNanos - nanos > 0) {
        return hole;
      }
    }
    return null;
  }

  private SlowedRpc ambiguous(RpcTimes rpcs, int index, List<LostPacket> lost) {
    return new SlowedRpc(
        index,
        LossKind.AMBIGUOUS,
        Recovery.UNKNOWN,
        rpcs.latency(index),
        Double.NaN,
        List.copyOf(lost));
  }

  private SlowedRpc told(RpcTimes rpcs, int index, List<LostPacket> lost) {
    LossKind kind = kind(lost);
    long latency = rpcs.latency(index);
    switch (kind) {
      case AMBIGUOUS:
        return ambiguous(rpcs, index, lost);
      case HANDSHAKE:
        return new SlowedRpc(index, kind, Recovery.UNKNOWN, latency, Double.NaN, List.copyOf(lost));
      case ACK:
        return new SlowedRpc(index, kind, Recovery.NONE, latency, baseNanos(), List.copyOf(lost));
      default:
        Repair repair = repair(lost, latency - baseNanos(), false);
        return new SlowedRpc(
            index, kind, repair.recovery, latency, baseNanos() + repair.nanos, List.copyOf(lost));
    }
  }

  private SlowedRpc victim(RpcTimes rpcs, int index, LostPacket lost) {
    // As seen from the owner's packet: this one was sent a while later.
    long late = rpcs.sent(index) - lost.nanos();
    double extra = rpcs.latency(index) - baseNanos() + late;
    Repair repair = repair(List.of(lost), extra, true);
    double predicted = baseNanos() + Math.max(0, repair.nanos - late);
    return new SlowedRpc(
        index, LossKind.VICTIM, repair.recovery, rpcs.latency(index), predicted, List.of(lost));
  }

  /** By what was lost first: the rest follows from it. */
  private static LossKind kind(List<LostPacket> lost) {
    LossKind kind = LossKind.ACK;
    for (LostPacket packet : lost) {
      switch (packet.content()) {
        case HANDSHAKE:
          return LossKind.HANDSHAKE;
        case UNKNOWN:
          return LossKind.AMBIGUOUS;
        case DATA:
          if (kind == LossKind.ACK) {
            kind = packet.direction() == Direction.UP ? LossKind.REQUEST : LossKind.RESPONSE;
          }
          break;
        default:
          // An acknowledgement alone holds nothing up where data was lost too.
      }
    }
    return kind;
  }

  private double baseNanos() {
    return clean.count() > 0 ? clean.medianNanos() : rtt.smoothed();
  }

  private record Repair(Recovery recovery, double nanos) {}

  /**
   * What the model says of a sequence of losses: each direction's rounds one after the other. A
   * round is what was lost within half a round trip: one flight, repaired together.
   *
   * @param extraNanos what it took longer than a clean one: tells which of several it was
   */
  private Repair repair(List<LostPacket> lost, double extraNanos, boolean followed) {
    long answeredBy = firstResponse(lost);
    double total = 0;
    Recovery deepest = Recovery.NONE;
    for (Direction direction : Direction.values()) {
      int packets = packets(direction, followed);
      int round = -1;
      long last = 0;
      for (LostPacket packet : lost) {
        if (packet.direction() != direction || packet.content() != Content.DATA) {
          continue;
        }
        if (direction == Direction.UP && packet.nanos() - answeredBy > 0) {
          // A copy of a request that has been answered: its acknowledgement was in the response.
          continue;
        }
        if (round >= 0 && packet.nanos() - last < rtt.smoothed() / 2) {
          continue;
        }
        round++;
        last = packet.nanos();
        Recovery recovery = nearest(round, packets, extraNanos - total);
        total += conditions.model().nanos(recovery, round, packets, rtt);
        deepest = recovery;
      }
    }
    return new Repair(deepest, total);
  }

  /** When the first packet of the response was lost. */
  private static long firstResponse(List<LostPacket> lost) {
    return lost.stream()
        .filter(packet -> packet.direction() == Direction.DOWN)
        .filter(packet -> packet.content() == Content.DATA)
        .mapToLong(LostPacket::nanos)
        .findFirst()
        .orElse(lost.get(lost.size() - 1).nanos());
  }

  private int packets(Direction direction, boolean followed) {
    int message =
        direction == Direction.UP ? conditions.requestBytes() : conditions.responseBytes();
    int packets = Math.max(1, (message + conditions.packetBytes() - 1) / conditions.packetBytes());
    return followed ? Math.max(2, packets) : packets;
  }

  private Recovery nearest(int round, int packets, double measuredNanos) {
    Recovery nearest = null;
    double least = Double.POSITIVE_INFINITY;
    for (Recovery recovery : conditions.model().possible(round, packets)) {
      double predicted = conditions.model().nanos(recovery, round, packets, rtt);
      double off = Math.abs(Math.log(Math.max(1, measuredNanos) / predicted));
      if (off < least) {
        least = off;
        nearest = recovery;
      }
    }
    return nearest;
  }
}
