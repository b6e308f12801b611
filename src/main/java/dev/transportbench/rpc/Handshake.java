package dev.transportbench.rpc;

import java.util.Arrays;
import java.util.Locale;

/**
 * How a connection's TLS begins. What it became stands in {@link RpcClient#negotiated()} and {@link
 * RpcServer#negotiated()} under {@code tls.handshake}.
 */
public enum Handshake {
  /** Certificate and signature each time; no ticket is used. */
  FULL,
  /**
   * By the ticket of an earlier connection (RFC 8446 §2.2, RFC 5077) that was opened in this mode
   * or in {@link #EARLY_DATA} to the same server, with the same {@link Identity}. Without one, as
   * for the first, the handshake is full. A ticket arrives some time after the handshake: with the
   * first response at the latest.
   */
  RESUMED,
  /**
   * As {@link #RESUMED}; the first RPCs go out with the client's first flight (0-RTT), so that a
   * client is ready before the server has answered.
   */
  EARLY_DATA;

  /**
   * @throws java.util.NoSuchElementException when there is none of that label
   */
  public static Handshake labelled(String label) {
    return Arrays.stream(values()).filter(h -> h.label().equals(label)).findFirst().orElseThrow();
  }

  /** {@code full}, {@code resumed}, {@code early-data}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
