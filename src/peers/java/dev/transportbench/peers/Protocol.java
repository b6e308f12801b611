package dev.transportbench.peers;

/** What peers and ours are compared on, named as our transport is. */
public enum Protocol {
  HTTP1("http1", "http/1.1"),
  HTTP2("http2", "h2"),
  HTTP3("http3", "h3"),
  WEBSOCKET("websocket", "http/1.1");

  private final String ours;
  private final String alpn;

  Protocol(String ours, String alpn) {
    this.ours = ours;
    this.alpn = alpn;
  }

  /** The name of our transport. */
  public String ours() {
    return ours;
  }

  /** As ALPN calls it. */
  public String alpn() {
    return alpn;
  }
}
