package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;
import java.util.Locale;

/**
 * What one direction did.
 *
 * @param totalPackets since the device was made, as {@code totalBytes}; all else since the
 *     impairment was switched on
 * @param lossTrials how many packets chance could have lost
 * @param lost by chance
 * @param marked instead of lost
 * @param dropped by plan, or for a bit flipped in the Ethernet header that the kernel would have
 *     had
 * @param queueDropped for a full queue
 * @param duplicated copies made; where chance then lost one of the two, it counts as lost
 * @param early sent at once instead of delayed
 * @param outOfOrder left after one that had come later
 * @param overflowed lost because too many packets were under way
 * @param refused not taken by the device at the far end
 * @param delays how many delays were drawn
 * @param delayMeanNanos of the delays drawn, before they are cut off at zero
 * @param delayDeviationNanos standard deviation of the same
 * @param delayNanos the delays drawn, cut off at zero
 * @param latenessNanos how much later than drawn each packet went out
 */
record LaneFigures(
    Direction direction,
    long totalPackets,
    long totalBytes,
    long packets,
    long bytes,
    long lossTrials,
    long lost,
    long marked,
    long dropped,
    long queueDropped,
    long duplicated,
    long corrupted,
    long early,
    long outOfOrder,
    long delivered,
    long overflowed,
    long refused,
    long delays,
    double delayMeanNanos,
    double delayDeviationNanos,
    LogHistogram delayNanos,
    LogHistogram latenessNanos) {

  /** One JSON object on one line. */
  String toJson() {
    StringBuilder json = new StringBuilder(900).append('{');
    count(json, "totalPackets", totalPackets);
    count(json, "totalBytes", totalBytes);
    count(json, "packets", packets);
    count(json, "bytes", bytes);
    count(json, "lossTrials", lossTrials);
    count(json, "lost", lost);
    count(json, "marked", marked);
    count(json, "dropped", dropped);
    count(json, "queueDropped", queueDropped);
    count(json, "duplicated", duplicated);
    count(json, "corrupted", corrupted);
    count(json, "early", early);
    count(json, "outOfOrder", outOfOrder);
    count(json, "delivered", delivered);
    count(json, "overflowed", overflowed);
    count(json, "refused", refused);
    count(json, "delays", delays);
    if (delays > 0) {
      number(json, "delayMeanMillis", delayMeanNanos / 1e6);
      number(json, "delayDeviationMillis", delayDeviationNanos / 1e6);
      number(json, "delayP1Millis", delayNanos.quantile(0.01) / 1e6);
      number(json, "delayP50Millis", delayNanos.quantile(0.50) / 1e6);
      number(json, "delayP99Millis", delayNanos.quantile(0.99) / 1e6);
    }
    if (latenessNanos.total() > 0) {
      number(json, "latenessP50Micros", latenessNanos.quantile(0.50) / 1e3);
      number(json, "latenessP99Micros", latenessNanos.quantile(0.99) / 1e3);
      number(json, "latenessMaxMicros", latenessNanos.max() / 1e3);
    }
    json.setCharAt(json.length() - 1, '}');
    return json.toString();
  }

  private static void count(StringBuilder json, String name, long value) {
    json.append('"').append(name).append("\":").append(value).append(',');
  }

  private static void number(StringBuilder json, String name, double value) {
    String text = String.format(Locale.ROOT, "%.6f", value);
    json.append('"').append(name).append("\":").append(text).append(',');
  }
}
