package dev.transportbench.link;

/**
 * How much waits for the rate; what comes when it is full is lost. The packet on its way out does
 * not count.
 *
 * @param packets 0: no bound in packets
 * @param bytes of IP; 0: no bound in bytes
 */
public record QueueLimit(int packets, long bytes) {
  public static final QueueLimit NONE = new QueueLimit(0, 0);
}
