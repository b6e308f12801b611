package dev.transportbench.transport.http2;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.PlainTransport;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.transport.connection.SocketTerms;
import dev.transportbench.transport.http.Errand;
import dev.transportbench.transport.tcp.TcpConnector;
import dev.transportbench.transport.tcp.TcpServer;
import dev.transportbench.transport.tls.Tls;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One stream for each RPC on one connection: a {@code POST /rpc} with the four pseudo-headers and
 * no other, answered by {@code :status} and no other. HPACK's dynamic table is on, as everywhere:
 * from the second request on, headers take four bytes.
 */
public final class Http2Transport implements PlainTransport {
  private static final String APPLICATION_PROTOCOL = "h2";

  @Override
  public String name() {
    return "http2";
  }

  @Override
  public String scheme() {
    return "https";
  }

  @Override
  public boolean echoes() {
    return false;
  }

  @Override
  public Set<Trait> traits() {
    // Not STREAM_PER_RPC: a lost packet holds up all that is in flight, since it is one TCP stream.
    return EnumSet.of(
        Trait.MULTIPLEXED, Trait.RELIABLE, Trait.ENCRYPTED, Trait.TLS_VERSIONS, Trait.FLOW_WINDOWS);
  }

  @Override
  public Set<Handshake> handshakes() {
    return Tls.handshakes();
  }

  @Override
  public Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    return serve(side, port, identity, terms, () -> new Http2Answers(terms.maxMessageBytes()));
  }

  /** The same, and its responses name HTTP/3 on the UDP port of the same number by Alt-Svc. */
  public Future<RpcServer> serveBesideHttp3(Side side, int port, Identity identity, Terms terms) {
    return serve(
        side, port, identity, terms, () -> new Http2Answers(terms.maxMessageBytes()).besideHttp3());
  }

  private static Future<RpcServer> serve(
      Side side, int port, Identity identity, Terms terms, Supplier<Http2Answers> answers) {
    return TcpServer.listen(
        side,
        port,
        terms,
        connection -> {
          Tls.addServer(connection, identity, APPLICATION_PROTOCOL, terms);
          connection.pipeline().addLast(Http2Endpoint.server(terms, answers.get()));
        },
        Http2Transport::addTerms);
  }

  private static void addTerms(Channel connection, Map<String, String> to) {
    SocketTerms.addTcp(connection, to);
    connection.pipeline().get(Http2Endpoint.class).addTerms(to);
  }

  @Override
  public Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    return connect(side, server, identity, terms, Errand.RPC);
  }

  @Override
  public Future<RpcClient> connectPlain(
      Side side, InetSocketAddress server, Identity identity, Terms terms, String path) {
    return connect(side, server, identity, terms, Errand.get(path));
  }

  private static Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms, Errand errand) {
    return connect(
        side,
        server,
        identity,
        terms,
        new Http2Client(identity.authority(server.getPort()), terms.maxMessageBytes(), errand));
  }

  static Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms, Http2Client client) {
    return TcpConnector.connect(
        side,
        server,
        terms,
        connection -> {
          Future<?> prepared =
              Tls.addClient(connection, server, identity, APPLICATION_PROTOCOL, terms);
          connection.pipeline().addLast(Http2Endpoint.client(terms, client));
          return new TcpConnector.Opening<>(client, prepared);
        });
  }
}
