package dev.transportbench.benchmark.forensics;

/**
 * What must be known of a cell to tell whose a lost packet was.
 *
 * @param model how its stack repairs losses
 * @param order whether what follows a lost packet waits for it
 * @param requestBytes of the application's message
 * @param responseBytes likewise
 * @param packetBytes of a message that fit one packet
 */
public record Conditions(
    RecoveryModel model, Order order, int requestBytes, int responseBytes, int packetBytes) {

  /** Whether RPCs that are in flight together can hold each other up. */
  public enum Order {
    /** One connection, one order of bytes: all that is sent later waits. */
    SHARED,
    /** Several such connections: some of what is sent later waits. */
    PARTLY_SHARED,
    /** Each RPC has a stream, or for its time a connection, of its own. */
    NONE
  }
}
