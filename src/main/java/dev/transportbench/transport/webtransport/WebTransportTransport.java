package dev.transportbench.transport.webtransport;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.PlainTransport;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.quic.NettyQuicCodec;
import dev.transportbench.transport.quic.QuicTransport;
import dev.transportbench.transport.stream.StreamClient;
import dev.transportbench.transport.stream.StreamConnection;
import io.netty.channel.Channel;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * One session at {@value #PATH}; for each RPC one bidirectional WebTransport stream with a
 * length-delimited message each way. The server answers datagrams there, too, and has a session
 * path {@value #ECHO_PATH}, where bytes come back as they are.
 */
public class WebTransportTransport extends QuicTransport implements PlainTransport {
  /** Where the server answers RPCs. */
  public static final String PATH = "/rpc";

  /** Where the server sends back each bidirectional stream's bytes and each datagram. */
  public static final String ECHO_PATH = "/echo";

  // HTTP/3 has three for itself.
  private static final int UNIDIRECTIONAL_STREAMS = 3 + 100;
  private static final int DATAGRAMS_QUEUED = 1024;

  @Override
  public String name() {
    return "webtransport";
  }

  private final String path;
  private final boolean plain;

  public WebTransportTransport() {
    this(PATH, false);
  }

  private WebTransportTransport(String path, boolean plain) {
    super(new NettyQuicCodec(WebTransportTransport::configure));
    this.path = path;
    this.plain = plain;
  }

  @Override
  public final String scheme() {
    return "https";
  }

  @Override
  public final boolean echoes() {
    return true;
  }

  /** No 0-RTT: a session needs the server's SETTINGS first, which no ticket brings along. */
  @Override
  public final Set<Handshake> handshakes() {
    return EnumSet.of(Handshake.FULL, Handshake.RESUMED);
  }

  /** The CONNECT. It has to wait for SETTINGS, which may come with the handshake's last flight. */
  @Override
  public final int sessionRoundTrips() {
    return 1;
  }

  @Override
  protected String applicationProtocol() {
    return "h3";
  }

  /** Echoes on streams, also where the transport's RPCs are datagrams. */
  @Override
  public final Future<RpcClient> connectPlain(
      Side side, InetSocketAddress server, Identity identity, Terms terms, String sessionPath) {
    return new WebTransportTransport(sessionPath, true).connect(side, server, identity, terms);
  }

  private static void configure(QuicCodecBuilder<?> codec) {
    codec
        .datagram(DATAGRAMS_QUEUED, DATAGRAMS_QUEUED)
        .initialMaxStreamsUnidirectional(UNIDIRECTIONAL_STREAMS);
  }

  @Override
  protected void prepareServer(Channel connection, MessageStreams streams, Terms terms) {
    WebTransportConnection.addServer(
        (QuicChannel) connection,
        session ->
            switch (session.path()) {
              case PATH -> new RpcSession(session, streams, terms.maxMessageBytes());
              case ECHO_PATH -> new EchoSession(session);
              default -> null;
            });
  }

  @Override
  protected void prepareClient(Channel connection, Terms terms) {
    WebTransportConnection.addClient((QuicChannel) connection);
  }

  @Override
  protected Future<? extends RpcClient> client(
      Channel connected,
      StreamConnection connection,
      InetSocketAddress server,
      Identity identity,
      Terms terms) {
    QuicChannel channel = (QuicChannel) connected;
    Promise<RpcClient> ready = channel.eventLoop().newPromise();
    openSession(channel, server, identity, new EndsConnection(channel))
        .addListener(
            (Future<WebTransportSession> opened) -> {
              if (opened.isSuccess()) {
                ready.setSuccess(streams(connection, opened.getNow(), terms));
              } else {
                ready.setFailure(opened.cause());
              }
            });
    return ready;
  }

  private StreamClient streams(
      StreamConnection connection, WebTransportSession session, Terms terms) {
    byte[] prefix = StreamPrefix.of(StreamPrefix.BIDIRECTIONAL, session.id());
    return new StreamClient(
        connection,
        (requestId, request, handler) ->
            plain
                ? WebTransportCall.echo(
                    requestId, request, handler, terms.maxMessageBytes(), prefix)
                : new WebTransportCall(
                    requestId, request, handler, terms.maxMessageBytes(), prefix));
  }

  /** Opens the session of RPCs on a client's connection. */
  final Future<WebTransportSession> openSession(
      QuicChannel channel, InetSocketAddress server, Identity identity, SessionHandler handler) {
    return WebTransportConnection.of(channel)
        .open(identity.authority(server.getPort()), path, handler);
  }

  /** A client's session: the connection is of no use without it. */
  static class EndsConnection implements SessionHandler {
    private final QuicChannel channel;

    EndsConnection(QuicChannel channel) {
      this.channel = channel;
    }

    @Override
    public final void closed(int code, String reason) {
      channel.close();
    }
  }
}
