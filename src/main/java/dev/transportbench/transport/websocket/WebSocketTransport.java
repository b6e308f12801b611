package dev.transportbench.transport.websocket;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.PlainTransport;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.message.Framing;
import dev.transportbench.transport.tls.TlsTransport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;

/**
 * {@code tls} with WebSocket in between: upgraded from HTTP/1.1 at {@value #PATH}; the client's
 * frames are masked as RFC 6455 §5.3 demands, nothing is compressed, and no frame is longer than a
 * message may be.
 */
public final class WebSocketTransport extends TlsTransport implements PlainTransport {
  /** Where the server answers RPCs. */
  public static final String PATH = "/rpc";

  /** Where the server sends back each message, text or binary. */
  public static final String ECHO_PATH = "/echo";

  private static final int MAX_HANDSHAKE_BODY_BYTES = 8192;
  private static final long HANDSHAKE_TIMEOUT_MILLIS = 30_000;

  private final String path;
  private final boolean plain;

  public WebSocketTransport() {
    this(PATH, false);
  }

  private WebSocketTransport(String path, boolean plain) {
    this.path = path;
    this.plain = plain;
  }

  @Override
  public String scheme() {
    return "wss";
  }

  @Override
  public boolean echoes() {
    return true;
  }

  @Override
  public Future<RpcClient> connectPlain(
      Side side, InetSocketAddress server, Identity identity, Terms terms, String echoPath) {
    return new WebSocketTransport(echoPath, true).connect(side, server, identity, terms);
  }

  @Override
  public String name() {
    return "websocket";
  }

  /** The upgrade. */
  @Override
  public int sessionRoundTrips() {
    return 1;
  }

  @Override
  protected Framing framing(Terms terms) {
    return plain
        ? new EchoFraming(terms.maxMessageBytes())
        : new WebSocketFraming(terms.maxMessageBytes());
  }

  @Override
  protected void prepareServer(Channel connection, Identity identity, Terms terms) {
    super.prepareServer(connection, identity, terms);
    connection
        .pipeline()
        .addLast(
            new HttpServerCodec(),
            new HttpObjectAggregator(MAX_HANDSHAKE_BODY_BYTES),
            new UpgradePaths(terms.maxMessageBytes()));
  }

  @Override
  protected Future<?> prepareClient(
      Channel connection, InetSocketAddress server, Identity identity, Terms terms) {
    // A failed TLS handshake fails the upgrade too, with the same reason.
    super.prepareClient(connection, server, identity, terms);
    WebSocketClientProtocolConfig config =
        WebSocketClientProtocolConfig.newBuilder()
            .webSocketUri("wss://" + identity.authority(server.getPort()) + path)
            .handshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS)
            .maxFramePayloadLength(terms.maxMessageBytes())
            .allowExtensions(false)
            .performMasking(true)
            .generateOriginHeader(false)
            .withUTF8Validator(false)
            .build();
    UpgradeWaiter upgraded = new UpgradeWaiter(connection.newPromise());
    ChannelPipeline pipeline = connection.pipeline();
    pipeline.addLast(
        new HttpClientCodec(),
        new HttpObjectAggregator(MAX_HANDSHAKE_BODY_BYTES),
        new WebSocketClientProtocolHandler(config),
        upgraded);
    return upgraded.done();
  }
}
