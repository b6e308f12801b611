package dev.transportbench.link;

import java.util.Optional;

/**
 * How many packets a loss model loses in the long run, and how far chance may take a count from it.
 *
 * @param fraction of packets lost, 0 to 1
 * @param inflation by how much the variance of a count is that of independent losses: losses that
 *     come in bursts say less each
 */
record LossExpectation(double fraction, double inflation) {
  /** A longer bound on bursts is as good as none. */
  private static final int MOST_STATES = 32;

  private static final int STEPS = 10_000;

  /**
   * Of a model; empty for one whose long run we do not know: the kernel's correlated loss (far
   * below what was asked) and a bounded burst, which depend on more than the last packet.
   */
  static Optional<LossExpectation> of(Loss loss, Semantics semantics) {
    if (loss instanceof Loss.GilbertElliott m) {
      // Loss first, then the step: the state that a packet meets is the one before.
      return Optional.of(
          ofChain(
              new double[][] {{1 - m.p(), m.p()}, {m.r(), 1 - m.r()}},
              new double[] {m.lossInGood(), m.lossInBad()}));
    }
    if (loss instanceof Loss.FourState m) {
      return Optional.of(
          ofChain(
              new double[][] {
                {1 - m.p13() - m.p14(), 0, m.p13(), m.p14()},
                {0, 1 - m.p23(), m.p23(), 0},
                {m.p31(), m.p32(), 1 - m.p31() - m.p32(), 0},
                {1, 0, 0, 0}
              },
              new double[] {0, 0, 1, 1}));
    }
    Loss.Random m = (Loss.Random) loss;
    double p = m.probability();
    boolean bounded = m.maxBurst() > 0 && m.maxBurst() <= MOST_STATES;
    if (bounded && m.correlation() == 0) {
      return Optional.of(ofBoundedBursts(p, m.maxBurst()));
    }
    if (bounded || (m.correlation() > 0 && semantics == Semantics.KERNEL && p < 1)) {
      return Optional.empty();
    }
    double c = m.correlation();
    return Optional.of(new LossExpectation(p, c == 1 ? STEPS : (1 + c) / (1 - c)));
  }

  /** The states are how many were lost in a row, up to the most that may be. */
  private static LossExpectation ofBoundedBursts(double p, int most) {
    double[][] step = new double[most + 1][most + 1];
    double[] loss = new double[most + 1];
    for (int run = 0; run <= most; run++) {
      step[run][0] = run == most ? 1 : 1 - p;
      if (run < most) {
        step[run][run + 1] = p;
      }
      loss[run] = run == 0 ? 0 : 1;
    }
    return ofChain(step, loss);
  }

  /**
   * @param step probabilities from each state to each
   * @param loss probability in each state
   */
  private static LossExpectation ofChain(double[][] step, double[] loss) {
    int n = loss.length;
    double[] stationary = new double[n];
    // Half of each step stays, so that a chain that goes in circles settles too.
    stationary[0] = 1;
    for (int i = 0; i < STEPS; i++) {
      double[] next = times(stationary, step);
      for (int s = 0; s < n; s++) {
        stationary[s] = (stationary[s] + next[s]) / 2;
      }
    }
    double fraction = 0;
    for (int s = 0; s < n; s++) {
      fraction += stationary[s] * loss[s];
    }
    double variance = fraction * (1 - fraction);
    if (variance == 0) {
      return new LossExpectation(fraction, 1);
    }
    // Covariance of a packet's loss with that of each later one.
    double[] given = new double[n];
    for (int s = 0; s < n; s++) {
      given[s] = stationary[s] * loss[s];
    }
    double covariance = 0;
    for (int lag = 1; lag <= STEPS; lag++) {
      given = times(given, step);
      double both = 0;
      for (int s = 0; s < n; s++) {
        both += given[s] * loss[s];
      }
      covariance += both - fraction * fraction;
    }
    return new LossExpectation(fraction, Math.max(0.1, 1 + 2 * covariance / variance));
  }

  private static double[] times(double[] row, double[][] matrix) {
    double[] product = new double[row.length];
    for (int from = 0; from < row.length; from++) {
      for (int to = 0; to < row.length; to++) {
        product[to] += row[from] * matrix[from][to];
      }
    }
    return product;
  }
}
