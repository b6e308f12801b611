package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.HandshakeTimes;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import io.netty.internal.tcnative.SSL;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/** Puts TLS into the pipeline of a TCP connection. */
public final class Tls {
  /** Instead of a protocol's name: the ends agree on none. */
  public static final String NO_ALPN = "";

  private static final long HANDSHAKE_TIMEOUT_MILLIS = 30_000;

  private Tls() {}

  /** What TLS on TCP offers: netty-tcnative has no call for 0-RTT. */
  public static Set<Handshake> handshakes() {
    return EnumSet.of(Handshake.FULL, Handshake.RESUMED);
  }

  /**
   * Adds the server's end.
   *
   * @param applicationProtocol what is offered by ALPN (RFC 7301), or {@link #NO_ALPN}
   */
  public static void addServer(
      Channel connection, Identity identity, String applicationProtocol, Terms terms) {
    SslHandler tls =
        SslContexts.server(identity, offered(applicationProtocol, terms))
            .newHandler(connection.alloc());
    tls.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
    if (terms.handshake() == Handshake.FULL) {
      // BoringSSL makes up a key for tickets, and sends some, unless it is told not to.
      SSL.setOptions(
          ((ReferenceCountedOpenSslEngine) tls.engine()).sslPointer(), SSL.SSL_OP_NO_TICKET);
    }
    connection.pipeline().addLast(tls);
  }

  /**
   * Adds the client's end.
   *
   * @param applicationProtocol what the server must agree to by ALPN, or {@link #NO_ALPN}
   * @return done when the handshake is, or failed with the reason
   */
  public static Future<?> addClient(
      Channel connection,
      InetSocketAddress server,
      Identity identity,
      String applicationProtocol,
      Terms terms) {
    SslHandler tls =
        SslContexts.client(identity, offered(applicationProtocol, terms))
            .newHandler(connection.alloc(), identity.hostName(), server.getPort());
    tls.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
    connection.pipeline().addLast(tls);
    tls.handshakeFuture()
        .addListener(
            done -> {
              if (done.isSuccess()) {
                HandshakeTimes.done(connection);
              }
            });
    if (applicationProtocol.equals(NO_ALPN)) {
      return tls.handshakeFuture();
    }
    Promise<Void> agreed = connection.eventLoop().newPromise();
    tls.handshakeFuture()
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                agreed.tryFailure(done.cause());
              } else if (applicationProtocol.equals(tls.applicationProtocol())) {
                agreed.trySuccess(null);
              } else {
                agreed.tryFailure(
                    new IOException(
                        "ALPN: %s; must be %s"
                            .formatted(tls.applicationProtocol(), applicationProtocol)));
              }
            });
    return agreed;
  }

  private static TlsTerms offered(String applicationProtocol, Terms terms) {
    if (!handshakes().contains(terms.handshake())) {
      throw new IllegalArgumentException(
          "handshake: '%s' is not in netty-tcnative's API; allowed: full, resumed"
              .formatted(terms.handshake().label()));
    }
    return TlsTerms.of(applicationProtocol, terms);
  }
}
