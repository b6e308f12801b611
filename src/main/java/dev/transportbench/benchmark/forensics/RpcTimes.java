package dev.transportbench.benchmark.forensics;

/**
 * When RPCs were sent and answered, in the order of their answers: a fixed piece of memory, so that
 * recording one allocates nothing and takes two stores. Not for several threads.
 */
public final class RpcTimes {
  private final long[] nanos;
  private int count;
  private long missed;

  /**
   * @param most what comes after so many is counted, not recorded
   */
  public RpcTimes(int most) {
    nanos = new long[2 * most];
  }

  public void add(long sentNanos, long answeredNanos) {
    int at = 2 * count;
    if (at == nanos.length) {
      missed++;
      return;
    }
    nanos[at] = sentNanos;
    nanos[at + 1] = answeredNanos;
    count++;
  }

  /** Forgets all. */
  public void reset() {
    count = 0;
    missed = 0;
  }

  public int count() {
    return count;
  }

  /** How many found no room. */
  public long missed() {
    return missed;
  }

  public long sent(int index) {
    return nanos[2 * index];
  }

  public long answered(int index) {
    return nanos[2 * index + 1];
  }

  public long latency(int index) {
    return answered(index) - sent(index);
  }
}
