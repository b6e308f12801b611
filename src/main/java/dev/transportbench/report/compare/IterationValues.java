package dev.transportbench.report.compare;

/**
 * Gathers a fork's iterations in bounded memory: up to {@value #MOST} as they are, more as the
 * means of equally long batches in their order, which says as much about a fork's mean.
 */
final class IterationValues {
  static final int MOST = 200;

  private final double[] sums = new double[MOST];
  private int batches;
  private long batchSize = 1;
  private long inLast;
  private int notNumbers;

  void add(double value) {
    if (!Double.isFinite(value)) {
      notNumbers++;
      return;
    }
    if (batches == 0 || inLast == batchSize) {
      if (batches == MOST) {
        halve();
      } else {
        batches++;
        inLast = 0;
      }
    }
    sums[batches - 1] += value;
    inLast++;
  }

  /** Two batches become one; the next value starts a new one. */
  private void halve() {
    for (int i = 0; i < MOST / 2; i++) {
      sums[i] = sums[2 * i] + sums[2 * i + 1];
    }
    java.util.Arrays.fill(sums, MOST / 2, MOST, 0);
    batchSize *= 2;
    batches = MOST / 2 + 1;
    inLast = 0;
  }

  /** The means of the batches, and a NaN for each value that was no number, up to a few. */
  double[] values() {
    int few = Math.min(notNumbers, MOST);
    double[] values = new double[batches + few];
    for (int i = 0; i < batches; i++) {
      values[i] = sums[i] / (i == batches - 1 ? inLast : batchSize);
    }
    java.util.Arrays.fill(values, batches, values.length, Double.NaN);
    return values;
  }
}
