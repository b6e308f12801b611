package dev.transportbench.ledger;

/**
 * One figure of one iteration: a value, or the reason why there is none. Never blank, never zero
 * for unknown.
 *
 * @param value null when not available
 * @param notAvailable why not; null when there is a value
 */
public record Reading(Double value, String notAvailable) {

  public static Reading of(double value) {
    return new Reading(value, null);
  }

  public static Reading notAvailable(String why) {
    return new Reading(null, why);
  }
}
