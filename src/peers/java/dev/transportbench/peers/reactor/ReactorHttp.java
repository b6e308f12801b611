package dev.transportbench.peers.reactor;

import dev.transportbench.peers.PeerClient;
import dev.transportbench.peers.PeerMessages;
import dev.transportbench.peers.PeerServer;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.PeerTransport;
import dev.transportbench.peers.Protocol;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.ServerMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufMono;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http3SettingsSpec;
import reactor.netty.http.Http3SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.Http2AllocationStrategy;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * Reactor Netty's client and server over HTTP/1.1, HTTP/2 or HTTP/3, an event loop on each side.
 */
abstract class ReactorHttp extends PeerTransport {
  private static final int FLOW_WINDOW_BYTES = 8 << 20;
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration STOP = Duration.ofSeconds(5);

  ReactorHttp(String name, Protocol protocol) {
    super(name, protocol);
  }

  @Override
  protected final PeerServer start(Side side, int port, Identity identity) throws Exception {
    return new Server(side, port, identity, protocol());
  }

  @Override
  protected final PeerClient open(
      Side side, InetSocketAddress server, Identity identity, int concurrency) throws Exception {
    return new Client(side, server, identity, protocol(), concurrency);
  }

  private static HttpProtocol version(Protocol protocol) {
    return switch (protocol) {
      case HTTP2 -> HttpProtocol.H2;
      case HTTP3 -> HttpProtocol.HTTP3;
      default -> HttpProtocol.HTTP11;
    };
  }

  private static void flowControl(Http3SettingsSpec.Builder settings) {
    settings
        .idleTimeout(IDLE)
        .maxData(FLOW_WINDOW_BYTES)
        .maxStreamDataBidirectionalLocal(FLOW_WINDOW_BYTES)
        .maxStreamDataBidirectionalRemote(FLOW_WINDOW_BYTES)
        .maxStreamsBidirectional(4096);
  }

  /** What Reactor's own configuration adds is the protocols that ALPN offers. */
  private static SslContext context(SslContextBuilder builder, Protocol protocol)
      throws IOException {
    builder.sslProvider(SslProvider.OPENSSL).protocols(PeerTls.VERSION);
    if (protocol == Protocol.HTTP2) {
      builder.applicationProtocolConfig(
          new io.netty.handler.ssl.ApplicationProtocolConfig(
              io.netty.handler.ssl.ApplicationProtocolConfig.Protocol.ALPN,
              io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
              io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
              protocol.alpn()));
    }
    return builder.build();
  }

  private static final class Server extends PeerServer {
    private final LoopResources loop = LoopResources.create("server-reactor", 1, 1, true);
    private final DisposableServer server;

    Server(Side side, int port, Identity identity, Protocol protocol) throws Exception {
      super(side);
      SslContext tls =
          protocol == Protocol.HTTP3
              ? Http3SslContextSpec.forServer(identity.key(), null, identity.chain()).sslContext()
              : context(SslContextBuilder.forServer(identity.key(), identity.chain()), protocol);
      HttpServer starting =
          HttpServer.create()
              .host(side.address().getHostAddress())
              .port(port)
              .runOn(loop)
              .protocol(version(protocol))
              .secure(spec -> spec.sslContext(tls))
              .doOnChannelInit((observer, channel, address) -> countConnection())
              .handle(Server::answer);
      if (protocol == Protocol.HTTP2) {
        starting =
            starting.http2Settings(
                settings ->
                    settings.initialWindowSize(FLOW_WINDOW_BYTES).maxConcurrentStreams(4096));
      } else if (protocol == Protocol.HTTP3) {
        starting = starting.http3Settings(ReactorHttp::flowControl);
      }
      server = starting.bindNow();
    }

    private static Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
      return request
          .receive()
          .aggregate()
          .asByteArray()
          .flatMap(
              body -> {
                byte[] answer = PeerMessages.answerDelimited(body);
                return response
                    .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(answer.length))
                    .sendObject(Unpooled.wrappedBuffer(answer))
                    .then();
              });
    }

    @Override
    protected int port() {
      return server.port();
    }

    @Override
    protected void stop() {
      server.disposeNow(STOP);
      loop.disposeLater(Duration.ZERO, STOP).block(STOP);
    }
  }

  private static final class Client extends PeerClient {
    private final LoopResources loop = LoopResources.create("client-reactor", 1, true);
    private final ConnectionProvider pool;
    private final HttpClient.RequestSender sender;

    Client(
        Side side, InetSocketAddress server, Identity identity, Protocol protocol, int concurrency)
        throws Exception {
      super(side);
      SslContext tls =
          protocol == Protocol.HTTP3
              ? Http3SslContextSpec.forClient()
                  .configure(
                      builder ->
                          builder
                              .trustManager(identity.certificate())
                              .endpointIdentificationAlgorithm(null))
                  .sslContext()
              : context(
                  SslContextBuilder.forClient().trustManager(identity.certificate()), protocol);
      ConnectionProvider.Builder pools =
          ConnectionProvider.builder("peers").pendingAcquireMaxCount(-1);
      if (protocol != Protocol.HTTP1) {
        pools.allocationStrategy(
            Http2AllocationStrategy.builder()
                .maxConnections(1)
                .minConnections(1)
                .maxConcurrentStreams(4096)
                .build());
      } else {
        pools.maxConnections(concurrency);
      }
      pool = pools.build();
      HttpClient http =
          HttpClient.create(pool)
              .runOn(loop)
              .resolver(DefaultAddressResolverGroup.INSTANCE)
              .protocol(version(protocol))
              .secure(
                  spec ->
                      spec.sslContext(tls)
                          .handlerConfigurator(
                              handler -> {
                                javax.net.ssl.SSLEngine engine = handler.engine();
                                javax.net.ssl.SSLParameters parameters = engine.getSSLParameters();
                                parameters.setEndpointIdentificationAlgorithm(null);
                                engine.setSSLParameters(parameters);
                              }));
      if (protocol == Protocol.HTTP2) {
        http = http.http2Settings(settings -> settings.initialWindowSize(FLOW_WINDOW_BYTES));
      } else if (protocol == Protocol.HTTP3) {
        http = http.http3Settings(ReactorHttp::flowControl);
      }
      sender =
          http.headers(headers -> headers.remove(HttpHeaderNames.USER_AGENT))
              .post()
              .uri(
                  "https://%s:%d/rpc"
                      .formatted(server.getAddress().getHostAddress(), server.getPort()));
    }

    @Override
    public void send(ClientMessage message, Answer answer) {
      byte[] body = PeerMessages.delimited(message);
      sender
          .send(
              (request, out) -> {
                request.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
                return out.sendObject(Unpooled.wrappedBuffer(body));
              })
          .responseSingle((response, content) -> parse(content))
          .subscribe(answer::received, answer::failed);
    }

    private static Mono<ServerMessage> parse(ByteBufMono content) {
      return content.map(Client::parse);
    }

    private static ServerMessage parse(ByteBuf body) {
      try {
        return PeerMessages.parseDelimited(ByteBufUtil.getBytes(body));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    protected void stop() {
      pool.disposeLater().block(STOP);
      loop.disposeLater(Duration.ZERO, STOP).block(STOP);
    }
  }
}
