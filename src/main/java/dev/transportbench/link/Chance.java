package dev.transportbench.link;

/**
 * How often something happens to a packet.
 *
 * @param probability 0 to 1
 * @param correlation of each packet's fate with the one's before, 0 to 1
 */
public record Chance(double probability, double correlation) {
  public static final Chance NEVER = new Chance(0, 0);
}
