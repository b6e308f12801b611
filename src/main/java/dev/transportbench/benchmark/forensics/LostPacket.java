package dev.transportbench.benchmark.forensics;

import dev.transportbench.link.Direction;

/**
 * A packet of the measured connections that did not arrive.
 *
 * @param nanos when it entered the link, on {@link System#nanoTime}'s clock
 * @param number in its direction, from 1
 */
public record LostPacket(long nanos, Direction direction, long number, Content content) {

  /** What it held, as far as its outside tells. */
  public enum Content {
    HANDSHAKE,
    /** Bytes of a message, perhaps an acknowledgement with them. */
    DATA,
    ACK,
    /** Encrypted, and short enough for either. */
    UNKNOWN
  }

  private static final int SYN = 0x02;
  private static final int LONG_HEADER = 0x80;

  /**
   * Header 21 B with the longest connection id that our codec takes, packet number 4, tag 16, and
   * an ACK frame of several ranges with a frame of credit behind it.
   */
  static final int MOST_BYTES_OF_QUIC_ACK = 64;

  /**
   * @param flags of TCP's header
   * @param payloadBytes bytes that the segment carries
   */
  public static Content contentOfTcp(int flags, int payloadBytes) {
    if ((flags & SYN) != 0) {
      return Content.HANDSHAKE;
    }
    return payloadBytes > 0 ? Content.DATA : Content.ACK;
  }

  /**
   * @param firstByte of the datagram
   * @param payloadBytes bytes of the datagram
   * @param messageBytes of the application's message
   */
  public static Content contentOfQuic(int firstByte, int payloadBytes, int messageBytes) {
    if ((firstByte & LONG_HEADER) != 0) {
      return Content.HANDSHAKE;
    }
    if (payloadBytes > MOST_BYTES_OF_QUIC_ACK) {
      return Content.DATA;
    }
    return messageBytes > MOST_BYTES_OF_QUIC_ACK ? Content.ACK : Content.UNKNOWN;
  }
}
