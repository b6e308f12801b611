package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.transport.tcp.TcpTransport;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/** The same as {@code tcp}, inside TLS 1.3. */
public class TlsTransport extends TcpTransport {
  private static final long HANDSHAKE_TIMEOUT_MILLIS = 30_000;

  @Override
  public String name() {
    return "tls";
  }

  @Override
  public final Set<Trait> traits() {
    return EnumSet.of(Trait.MULTIPLEXED, Trait.RELIABLE, Trait.ENCRYPTED);
  }

  @Override
  protected void prepareServer(Channel connection, Identity identity, Terms terms) {
    SslHandler tls = SslContexts.server(identity).newHandler(connection.alloc());
    tls.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
    connection.pipeline().addLast(tls);
  }

  @Override
  protected Future<?> prepareClient(
      Channel connection, InetSocketAddress server, Identity identity, Terms terms) {
    SslHandler tls =
        SslContexts.client(identity)
            .newHandler(connection.alloc(), identity.hostName(), server.getPort());
    tls.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
    connection.pipeline().addLast(tls);
    return tls.handshakeFuture();
  }
}
