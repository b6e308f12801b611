package dev.transportbench.link;

/** Which packets chance loses. All figures are probabilities from 0 to 1 unless they say other. */
public sealed interface Loss {
  Loss NONE = new Random(0, 0, 0);

  /** Whether nothing is ever lost. */
  boolean isNone();

  /**
   * Each with the same probability.
   *
   * @param correlation of each packet's fate with the one's before
   * @param maxBurst most packets lost in a row; 0: no bound
   */
  record Random(double probability, double correlation, int maxBurst) implements Loss {
    @Override
    public boolean isNone() {
      return probability == 0;
    }
  }

  /**
   * Gilbert and Elliott's two states. A packet is lost with its state's probability, then the state
   * may change.
   *
   * @param p from the good state to the bad
   * @param r back
   * @param lossInBad netem's {@code 1-h}
   * @param lossInGood netem's {@code 1-k}
   */
  record GilbertElliott(double p, double r, double lossInBad, double lossInGood) implements Loss {
    @Override
    public boolean isNone() {
      return lossInGood == 0 && (p == 0 || lossInBad == 0);
    }
  }

  /**
   * netem's four states: 1 received in a gap, 2 received in a burst, 3 lost in a burst, 4 lost
   * alone in a gap (always followed by 1). {@code p13} is the probability to go from 1 to 3.
   */
  record FourState(double p13, double p31, double p32, double p23, double p14) implements Loss {
    @Override
    public boolean isNone() {
      return p13 == 0 && p14 == 0;
    }
  }
}
