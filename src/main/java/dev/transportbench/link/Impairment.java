package dev.transportbench.link;

import java.util.Locale;

/**
 * What happens to packets in one direction, in this order: drops by plan, duplication, loss,
 * corruption, a full queue, reordering, delay and rate.
 *
 * @param limitPackets most packets under way, waiting or delayed, as netem's {@code limit} counts;
 *     0: no bound
 * @param ecn whether a packet that can be marked is marked instead of lost by chance
 */
public record Impairment(
    Delay delay,
    Loss loss,
    Drops drops,
    Chance duplicate,
    Chance corrupt,
    Reorder reorder,
    Rate rate,
    QueueLimit queue,
    int limitPackets,
    Slot slot,
    boolean ecn,
    Steps steps) {

  public static final Impairment NONE = new Builder().build();

  /** A delay, drawn for each packet, and a loss, each packet by itself. */
  public Impairment(
      long owdNanos, long jitterNanos, JitterDistribution distribution, double lossProbability) {
    this(
        Delay.of(owdNanos, jitterNanos, distribution),
        new Loss.Random(lossProbability, 0, 0),
        Drops.NONE,
        Chance.NEVER,
        Chance.NEVER,
        Reorder.NONE,
        Rate.NONE,
        QueueLimit.NONE,
        0,
        Slot.NONE,
        false,
        Steps.NONE);
  }

  public boolean isNone() {
    return equals(NONE);
  }

  /** Whether packets are ever held back. */
  boolean delays() {
    return owdNanos() > 0
        || jitterNanos() > 0
        || !rate.isNone()
        || !slot.isNone()
        || steps.steps().stream().anyMatch(step -> step.impairment().delays());
  }

  public long owdNanos() {
    return delay.owdNanos();
  }

  public long jitterNanos() {
    return delay.jitterNanos();
  }

  public JitterDistribution distribution() {
    return delay.distribution();
  }

  /** One word, exact; {@link #ofWord} reads it. How the emulator is told. */
  public String toWord() {
    return ImpairmentWord.write(this);
  }

  /** What {@link #toWord} wrote. */
  public static Impairment ofWord(String word) {
    return ImpairmentWord.read(word);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** How a packet's delay is spread about the one asked. */
  public enum JitterDistribution {
    NORMAL,
    UNIFORM,
    /** Shape 3, cut off at four σ. */
    PARETO,
    /** A quarter normal and three quarters Pareto. */
    PARETONORMAL,
    /** Long-tailed, as netem's table of that name, whose mean, spread and range it has. */
    EXPERIMENTAL,
    /** From a file in netem's format. */
    TABLE;

    /** As profiles and netem say it. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Nothing is impaired but what is set. */
  public static final class Builder {
    private Delay delay = Delay.NONE;
    private Loss loss = Loss.NONE;
    private Drops drops = Drops.NONE;
    private Chance duplicate = Chance.NEVER;
    private Chance corrupt = Chance.NEVER;
    private Reorder reorder = Reorder.NONE;
    private Rate rate = Rate.NONE;
    private QueueLimit queue = QueueLimit.NONE;
    private int limitPackets;
    private Slot slot = Slot.NONE;
    private boolean ecn;
    private Steps steps = Steps.NONE;

    private Builder() {}

    public Builder delay(Delay value) {
      delay = value;
      return this;
    }

    public Builder loss(Loss value) {
      loss = value;
      return this;
    }

    public Builder drops(Drops value) {
      drops = value;
      return this;
    }

    public Builder duplicate(Chance value) {
      duplicate = value;
      return this;
    }

    public Builder corrupt(Chance value) {
      corrupt = value;
      return this;
    }

    public Builder reorder(Reorder value) {
      reorder = value;
      return this;
    }

    public Builder rate(Rate value) {
      rate = value;
      return this;
    }

    public Builder queue(QueueLimit value) {
      queue = value;
      return this;
    }

    public Builder limitPackets(int value) {
      limitPackets = value;
      return this;
    }

    public Builder slot(Slot value) {
      slot = value;
      return this;
    }

    public Builder ecn(boolean value) {
      ecn = value;
      return this;
    }

    public Builder steps(Steps value) {
      steps = value;
      return this;
    }

    public Impairment build() {
      return new Impairment(
          delay,
          loss,
          drops,
          duplicate,
          corrupt,
          reorder,
          rate,
          queue,
          limitPackets,
          slot,
          ecn,
          steps);
    }
  }
}
