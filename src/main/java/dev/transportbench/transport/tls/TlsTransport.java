package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.transport.tcp.TcpTransport;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/** The same as {@code tcp}, inside TLS. */
public class TlsTransport extends TcpTransport {
  @Override
  public String name() {
    return "tls";
  }

  @Override
  public final Set<Trait> traits() {
    return EnumSet.of(
        Trait.MULTIPLEXED,
        Trait.RELIABLE,
        Trait.ENCRYPTED,
        Trait.TLS_VERSIONS,
        Trait.MESSAGE_STREAMS);
  }

  @Override
  public final Set<Handshake> handshakes() {
    return Tls.handshakes();
  }

  @Override
  protected void prepareServer(Channel connection, Identity identity, Terms terms) {
    Tls.addServer(connection, identity, Tls.NO_ALPN, terms);
  }

  @Override
  protected Future<?> prepareClient(
      Channel connection, InetSocketAddress server, Identity identity, Terms terms) {
    return Tls.addClient(connection, server, identity, Tls.NO_ALPN, terms);
  }
}
