package dev.transportbench.benchmark.trial;

import java.util.concurrent.TimeUnit;

/**
 * RPCs on each connection before an open loop measures, so that all live and none is new.
 *
 * <p>Over a link with a delay each has to learn that: it was opened before the impairment was set,
 * and with each RPC its smoothed round trip gains an eighth of what is missing (RFC 6298 section 2,
 * RFC 9002 section 5.3). What it takes for variation meanwhile is in its timers: on the link
 * cellular-firefly, 30 ms, QUIC's probe is due after 81 to 106 ms at the second to fifth RPC, after
 * 69 at the 24th, after 66 in the end. Of an open loop over many connections the first few RPCs of
 * each would be all that is measured.
 *
 * @param rounds RPCs of each connection
 * @param atOnce how many are in flight at most, one on a connection
 */
public record Settling(int rounds, int atOnce) {
  private static final long LEAST_RTT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int ROUNDS_OVER_A_DELAY = 24;

  /** Fewer than a queue of netem's default length holds. */
  private static final int MOST_AT_ONCE = 256;

  /**
   * RPCs that leave in a second over a link with a delay: not so many that they wait for each other
   * at the loops. With 256 at once on a busy machine the round trips learned were of the queue
   * there.
   */
  private static final long PER_SECOND = 1_500;

  /**
   * @param rttNanos of the link as asked
   */
  public static Settling of(int connections, long rttNanos) {
    int most = Math.min(MOST_AT_ONCE, connections);
    if (rttNanos < LEAST_RTT_NANOS) {
      return new Settling(1, most);
    }
    long inARoundTrip = PER_SECOND * rttNanos / TimeUnit.SECONDS.toNanos(1);
    return new Settling(ROUNDS_OVER_A_DELAY, (int) Math.max(1, Math.min(most, inARoundTrip)));
  }

  /** How long the link alone lets it take. */
  public static long nanos(int connections, long rttNanos) {
    Settling settling = of(connections, rttNanos);
    return rttNanos * settling.rounds * connections / settling.atOnce;
  }
}
