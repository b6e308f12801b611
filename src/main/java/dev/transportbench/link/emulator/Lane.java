package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Impairment.JitterDistribution;

/** One direction: what it does to each packet, and what it did. Only for the engine's thread. */
final class Lane {
  final Direction direction;
  final int fromFd;
  final int toFd;

  private Impairment impairment = Impairment.NONE;
  private Draws lossDraws;
  private Draws delayDraws;
  private boolean impaired;

  /** All packets and bytes that came in since the device was made. */
  private long totalPackets;

  private long totalBytes;

  // Since the impairment was switched on.
  private long packets;
  private long bytes;
  private long lost;
  private long delivered;
  private long overflowed;
  private long refused;
  private long delays;
  private double deviationSum;
  private double deviationSquareSum;
  private final LogHistogram delayNanos = new LogHistogram();
  private final LogHistogram latenessNanos = new LogHistogram();

  Lane(Direction direction, int fromFd, int toFd) {
    this.direction = direction;
    this.fromFd = fromFd;
    this.toFd = toFd;
  }

  /** Switches an impairment on. The next packet is number 0. */
  void impair(Impairment asked, long seed) {
    impairment = asked;
    impaired = !asked.isNone();
    lossDraws = new Draws(seed, direction, Draws.Purpose.LOSS);
    delayDraws = new Draws(seed, direction, Draws.Purpose.DELAY);
    packets = 0;
    bytes = 0;
    lost = 0;
    delivered = 0;
    overflowed = 0;
    refused = 0;
    delays = 0;
    deviationSum = 0;
    deviationSquareSum = 0;
    delayNanos.reset();
    latenessNanos.reset();
  }

  boolean isImpaired() {
    return impaired;
  }

  /** Counts a packet in and returns its number. */
  long arrive(int packetBytes) {
    totalPackets++;
    totalBytes += packetBytes;
    bytes += packetBytes;
    return packets++;
  }

  boolean loses(long number) {
    if (impairment.loss() > 0 && lossDraws.uniform(number) < impairment.loss()) {
      lost++;
      return true;
    }
    return false;
  }

  /** The delay of a packet, in ns; never below zero. */
  long drawDelayNanos(long number) {
    double deviation = 0;
    if (impairment.jitterNanos() > 0) {
      double spread =
          impairment.distribution() == JitterDistribution.NORMAL
              ? delayDraws.normal(number)
              : 2 * delayDraws.uniform(number) - 1;
      deviation = spread * impairment.jitterNanos();
    }
    delays++;
    deviationSum += deviation;
    deviationSquareSum += deviation * deviation;
    long delay = Math.max(0, impairment.owdNanos() + Math.round(deviation));
    delayNanos.record(delay);
    return delay;
  }

  void countDelivered() {
    delivered++;
  }

  /** The device at the far end did not take it. */
  void countRefused() {
    refused++;
  }

  /** There was no room for it. */
  void countOverflow() {
    overflowed++;
  }

  void countLateness(long nanos) {
    latenessNanos.record(nanos);
  }

  /** A copy of all figures. */
  LaneFigures figures() {
    double mean = delays == 0 ? 0 : deviationSum / delays;
    double variance = delays == 0 ? 0 : Math.max(0, deviationSquareSum / delays - mean * mean);
    return new LaneFigures(
        direction,
        totalPackets,
        totalBytes,
        packets,
        bytes,
        lost,
        delivered,
        overflowed,
        refused,
        delays,
        impairment.owdNanos() + mean,
        Math.sqrt(variance),
        delayNanos.copy(),
        latenessNanos.copy());
  }
}
