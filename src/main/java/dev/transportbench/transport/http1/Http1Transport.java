package dev.transportbench.transport.http1;

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
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseCombiner;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * A connection for each RPC in flight, kept alive and used again: a {@code POST /rpc} with {@code
 * Host} and {@code Content-Length} and no other field, answered with {@code Content-Length} alone.
 * Nothing is pipelined. As many connections are as many congestion windows.
 */
public class Http1Transport implements PlainTransport {
  private static final String APPLICATION_PROTOCOL = "http/1.1";

  @Override
  public String name() {
    return "http1";
  }

  @Override
  public final String scheme() {
    return "https";
  }

  @Override
  public final boolean echoes() {
    return false;
  }

  @Override
  public final Set<Trait> traits() {
    return EnumSet.of(Trait.RELIABLE, Trait.ENCRYPTED, Trait.TLS_VERSIONS);
  }

  @Override
  public int connections(int concurrency) {
    return concurrency;
  }

  @Override
  public final Set<Handshake> handshakes() {
    return Tls.handshakes();
  }

  @Override
  public final Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    return TcpServer.listen(
        side,
        port,
        terms,
        connection -> {
          Tls.addServer(connection, identity, APPLICATION_PROTOCOL, terms);
          connection
              .pipeline()
              .addLast(
                  new HttpServerCodec(decoder(terms)), new Http1Answers(terms.maxMessageBytes()));
        },
        SocketTerms::addTcp);
  }

  @Override
  public final Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    return connect(side, server, identity, terms, Errand.RPC);
  }

  @Override
  public final Future<RpcClient> connectPlain(
      Side side, InetSocketAddress server, Identity identity, Terms terms, String path) {
    return connect(side, server, identity, terms, Errand.get(path));
  }

  private Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms, Errand errand) {
    Http1Client client = new Http1Client(side.loop(), terms.maxMessageBytes(), errand);
    String host = identity.authority(server.getPort());
    PromiseCombiner all = new PromiseCombiner(side.loop());
    for (int i = 0; i < connections(terms.concurrency()); i++) {
      all.add(
          TcpConnector.connect(
              side,
              server,
              terms,
              channel -> {
                Future<?> prepared =
                    Tls.addClient(channel, server, identity, APPLICATION_PROTOCOL, terms);
                Http1Connection connection = new Http1Connection(client, channel, host, errand);
                client.add(connection);
                channel
                    .pipeline()
                    .addLast(new HttpClientCodec(decoder(terms), false, false), connection);
                return new TcpConnector.Opening<>(connection, prepared);
              }));
    }
    Promise<Void> opened = side.loop().newPromise();
    all.finish(opened);
    Promise<RpcClient> ready = side.loop().newPromise();
    opened.addListener(
        done -> {
          if (done.isSuccess()) {
            ready.setSuccess(client);
          } else {
            client.close();
            ready.setFailure(done.cause());
          }
        });
    return ready;
  }

  private static HttpDecoderConfig decoder(Terms terms) {
    // A body is handed on as it arrives, not cut into yet smaller pieces.
    return new HttpDecoderConfig().setMaxChunkSize(terms.maxMessageBytes());
  }
}
