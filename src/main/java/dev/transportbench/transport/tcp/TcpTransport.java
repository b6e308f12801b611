package dev.transportbench.transport.tcp;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.transport.connection.SocketTerms;
import dev.transportbench.transport.message.DelimitedFraming;
import dev.transportbench.transport.message.Framing;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * Length-delimited messages on one TCP connection, multiplexed by request id. A transport that puts
 * something between the socket and the messages overrides the protected methods.
 */
public class TcpTransport implements Transport {

  @Override
  public String name() {
    return "tcp";
  }

  @Override
  public Set<Trait> traits() {
    return EnumSet.of(Trait.MULTIPLEXED, Trait.RELIABLE, Trait.MESSAGE_STREAMS);
  }

  @Override
  public final Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    MessageStreams streams = new MessageStreams();
    return TcpServer.listen(
        side,
        port,
        terms,
        connection -> {
          prepareServer(connection, identity, terms);
          connection.pipeline().addLast(new ServerHandler(framing(terms), streams));
        },
        SocketTerms::addTcp);
  }

  @Override
  public final Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    return TcpConnector.connect(
        side,
        server,
        terms,
        connection -> {
          Future<?> prepared = prepareClient(connection, server, identity, terms);
          TcpClient client = new TcpClient(connection, framing(terms));
          connection.pipeline().addLast(client);
          return new TcpConnector.Opening<>(client, prepared);
        });
  }

  /** How messages lie on a new connection, above what the other methods add. */
  protected Framing framing(Terms terms) {
    return new DelimitedFraming(terms.maxMessageBytes());
  }

  /** Adds the handlers below the messages to a connection that the server accepted. */
  protected void prepareServer(Channel connection, Identity identity, Terms terms) {}

  /**
   * Adds the handlers below the messages to a client's connection, before it is connected.
   *
   * @return done when messages can be sent, or failed with the reason; may be done already
   */
  protected Future<?> prepareClient(
      Channel connection, InetSocketAddress server, Identity identity, Terms terms) {
    return connection.newSucceededFuture();
  }
}
