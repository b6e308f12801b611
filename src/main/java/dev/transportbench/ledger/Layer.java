package dev.transportbench.ledger;

import java.util.Locale;

/**
 * What a sampled stack was doing. Each stack has one; which one, a table decides: {@code
 * layers.txt} beside the profiler.
 */
public enum Layer {
  APPLICATION("the service, the driver and its check, and a transport's own handlers"),
  PROTOBUF("protobuf, and the length before a message"),
  HTTP1("HTTP/1.1's heads and bodies"),
  HTTP2("HTTP/2's frames, HPACK, flow control"),
  HTTP3("HTTP/3's frames and QPACK"),
  WEBSOCKET("WebSocket's frames and masks"),
  WEBTRANSPORT("WebTransport's sessions, streams and capsules"),
  QUIC("QUIC without its packets' encryption: Netty's codec and quiche"),
  TLS("TLS records, QUIC's packet protection, handshakes: Netty's handler and BoringSSL"),
  NETTY("Netty's loop, pipeline, buffers and promises"),
  KERNEL("system calls and the kernel's network stack, both directions"),
  SCHEDULING("waiting and waking up: epoll, context switches, timers"),
  GC("the collector's threads"),
  JIT("the compiler's threads"),
  UNKNOWN("stacks that no line of the table knows");

  private final String description;

  Layer(String description) {
    this.description = description;
  }

  /** As figures call it: {@code cpu.layer.LABEL}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String description() {
    return description;
  }
}
