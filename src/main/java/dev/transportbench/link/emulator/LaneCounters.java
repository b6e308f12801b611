package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;

/** What one direction did, as it goes; {@link LaneFigures} says what each means. */
final class LaneCounters {
  long lossTrials;
  long lost;
  long marked;
  long dropped;
  long queueDropped;
  long duplicated;
  long corrupted;
  long early;
  long outOfOrder;
  long delivered;
  long overflowed;
  long refused;
  final LogHistogram delayNanos = new LogHistogram();
  final LogHistogram latenessNanos = new LogHistogram();

  // Since the device was made.
  private long totalPackets;
  private long totalBytes;

  private long packets;
  private long bytes;
  private long delays;
  private double deviationSum;
  private double deviationSquareSum;

  /** All but the totals start afresh. */
  void reset() {
    lossTrials = 0;
    lost = 0;
    marked = 0;
    dropped = 0;
    queueDropped = 0;
    duplicated = 0;
    corrupted = 0;
    early = 0;
    outOfOrder = 0;
    delivered = 0;
    overflowed = 0;
    refused = 0;
    packets = 0;
    bytes = 0;
    delays = 0;
    deviationSum = 0;
    deviationSquareSum = 0;
    delayNanos.reset();
    latenessNanos.reset();
  }

  /** Counts a packet in and returns its number. */
  long arrive(int packetBytes) {
    totalPackets++;
    totalBytes += packetBytes;
    bytes += packetBytes;
    return packets++;
  }

  /** Packets in since the start, or the last {@link #reset}. */
  long packets() {
    return packets;
  }

  /** A delay was drawn. */
  void drawn(double deviationNanos) {
    delays++;
    deviationSum += deviationNanos;
    deviationSquareSum += deviationNanos * deviationNanos;
  }

  LaneFigures figures(Direction direction, long owdNanos) {
    double mean = delays == 0 ? 0 : deviationSum / delays;
    double variance = delays == 0 ? 0 : Math.max(0, deviationSquareSum / delays - mean * mean);
    return new LaneFigures(
        direction,
        totalPackets,
        totalBytes,
        packets,
        bytes,
        lossTrials,
        lost,
        marked,
        dropped,
        queueDropped,
        duplicated,
        corrupted,
        early,
        outOfOrder,
        delivered,
        overflowed,
        refused,
        delays,
        owdNanos + mean,
        Math.sqrt(variance),
        delayNanos.copy(),
        latenessNanos.copy());
  }
}
