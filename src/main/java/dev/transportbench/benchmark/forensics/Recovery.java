package dev.transportbench.benchmark.forensics;

/** What made a stack send lost bytes again. */
public enum Recovery {
  /** Acknowledgements of later packets: RFC 8985 section 6.2, RFC 9002 section 6.1. */
  FAST_RETRANSMIT("fast retransmit"),
  /** TCP's probe when none came: RFC 8985 section 7. */
  TAIL_LOSS_PROBE("tail loss probe"),
  /** TCP's retransmission timer: RFC 6298. */
  RTO("RTO"),
  /** QUIC's probe: RFC 9002 section 6.2. */
  PTO("PTO"),
  /** Nothing was sent again: a later acknowledgement says the same. */
  NONE("none"),
  /** Not told, since the loss itself is not. */
  UNKNOWN("unknown");

  private final String label;

  Recovery(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
