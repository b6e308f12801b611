package dev.transportbench.benchmark.forensics;

/** What a lost packet was to an RPC that it slowed. */
public enum LossKind {
  /** It held bytes of the request. */
  REQUEST("request"),
  /** It held bytes of the response. */
  RESPONSE("response"),
  /** It held nothing but an acknowledgement. */
  ACK("ack"),
  /** It was another RPC's, whose bytes come before this one's on the same connection. */
  VICTIM("victim"),
  /** It was part of a connection's opening. */
  HANDSHAKE("handshake"),
  /** The log does not tell whose it was: several RPCs were in flight, or it may be an ACK. */
  AMBIGUOUS("ambiguous");

  private final String label;

  LossKind(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
