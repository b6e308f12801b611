package dev.transportbench.benchmark;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.TlsVersion;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;

/**
 * How many round trips pass before a new connection's first response, as the protocols have it:
 * what a path adds to a page's first byte when all else costs nothing.
 *
 * <table>
 * <caption>Sources</caption>
 * <tr><td>TCP</td><td>1 (RFC 9293 §3.5), without TCP Fast Open</td></tr>
 * <tr><td>TLS 1.3</td><td>1, resumed too (RFC 8446 §2)</td></tr>
 * <tr><td>TLS 1.2</td><td>2 (RFC 5246 §7.3); resumed 1 (RFC 5077 §3.1)</td></tr>
 * <tr><td>QUIC</td><td>1, resumed too; 0 by 0-RTT (RFC 9001 §4)</td></tr>
 * </table>
 *
 * @param tcp of TCP's own handshake
 * @param handshake of TLS or QUIC
 * @param session of what follows, as the transport says
 */
public record RoundTripModel(int tcp, int handshake, int session) {

  /** Of a transport that has a network. */
  public static RoundTripModel of(Transport transport, Handshake handshake, TlsVersion version) {
    boolean udp = transport.traits().contains(Trait.UDP);
    return new RoundTripModel(
        udp ? 0 : 1,
        transport.traits().contains(Trait.ENCRYPTED) ? handshake(handshake, version) : 0,
        transport.sessionRoundTrips());
  }

  private static int handshake(Handshake handshake, TlsVersion version) {
    switch (handshake) {
      case FULL:
        return version == TlsVersion.TLS_1_2 ? 2 : 1;
      case RESUMED:
        return 1;
      default:
        return 0;
    }
  }

  /** Before an RPC can be sent. */
  public int connect() {
    return tcp + handshake + session;
  }

  /** Before the first byte of its response. */
  public int firstByte() {
    return connect() + 1;
  }
}
