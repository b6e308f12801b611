package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.Pair;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.http3.Http3RequestStreamInitializer;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamResetException;
import io.netty.handler.codec.quic.QuicStreamType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions between our two ends: streams and datagrams of both sides, closes, limits, nonsense. */
class WebTransportIT {
  private static final Terms TERMS = Terms.standard(8);
  private static final String AUTHORITY = "transport-bench.test:443";

  private final Pair pair = new Pair();
  private final List<String> events = new ArrayList<>();
  private final Watched transport = new Watched();
  private RpcServer server;
  private QuicChannel connection;
  private String connectionClosed;
  private volatile WebTransportSession atServer;
  private volatile String closedAtServer;
  private volatile String readAtServer = "";

  /** The transport, with the client's connection laid open and one more path at the server. */
  private final class Watched extends WebTransportTransport {
    @Override
    protected void prepareClient(Channel opened, Terms terms) {
      super.prepareClient(opened, terms);
      connection = (QuicChannel) opened;
      opened
          .pipeline()
          .addLast(
              new ChannelInboundHandlerAdapter() {
                @Override
                public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                  if (event instanceof QuicConnectionCloseEvent closed) {
                    connectionClosed = Integer.toHexString(closed.error());
                  }
                  ctx.fireUserEventTriggered(event);
                }
              });
    }

    @Override
    protected void prepareServer(Channel accepted, MessageStreams streams, Terms terms) {
      WebTransportConnection.addServer(
          (QuicChannel) accepted,
          session ->
              switch (session.path()) {
                case PATH -> new RpcSession(session, streams, terms.maxMessageBytes());
                case ECHO_PATH -> new EchoSession(session);
                case "/watch" -> {
                  atServer = session;
                  yield new WatchedSession();
                }
                default -> null;
              });
    }
  }

  private final class WatchedSession implements SessionHandler {
    @Override
    public ChannelHandler unidirectional() {
      return new ChannelInboundHandlerAdapter() {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object bytes) {
          readAtServer += text((ByteBuf) bytes);
        }
      };
    }

    @Override
    public void draining() {
      readAtServer += "draining";
    }

    @Override
    public void closed(int code, String reason) {
      closedAtServer = code + " " + reason;
    }
  }

  @BeforeEach
  void connect() {
    server = pair.serve(transport, TERMS);
    pair.connect(transport, server, TERMS);
  }

  @AfterEach
  void stop() {
    pair.await(connection.close(), "client closed");
    pair.close(server);
    pair.close();
  }

  private static String text(ByteBuf bytes) {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.release();
    return text;
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.directBuffer().writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuf hex(String hex) {
    return Unpooled.directBuffer().writeBytes(ByteBufUtil.decodeHexDump(hex));
  }

  private WebTransportSession open(String path) {
    return open(path, new Recorded());
  }

  private WebTransportSession open(String path, SessionHandler handler) {
    return pair.await(
        WebTransportConnection.of(connection).open(AUTHORITY, path, handler), "session");
  }

  /** Writes down what happens to the client's session. */
  private final class Recorded implements SessionHandler {
    @Override
    public ChannelHandler bidirectional() {
      return new RecordedStream("server's");
    }

    @Override
    public ChannelHandler unidirectional() {
      return new RecordedStream("server's one-way");
    }

    @Override
    public void datagram(ByteBuf payload) {
      events.add("datagram " + text(payload));
    }

    @Override
    public void draining() {
      events.add("draining");
    }

    @Override
    public void closed(int code, String reason) {
      events.add("closed " + Integer.toUnsignedString(code) + " " + reason);
    }
  }

  private final class RecordedStream extends ChannelInboundHandlerAdapter {
    private final String name;
    private String read = "";

    RecordedStream(String name) {
      this.name = name;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
      read += text((ByteBuf) bytes);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event == ChannelInputShutdownEvent.INSTANCE) {
        events.add(name + " " + read);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      events.add(
          cause instanceof QuicStreamResetException reset
              ? name + " reset " + Long.toHexString(reset.applicationProtocolCode())
              : name + " " + cause);
    }
  }

  private QuicStreamChannel stream(WebTransportSession session, String name) {
    return pair.await(
        session.openStream(QuicStreamType.BIDIRECTIONAL, new RecordedStream(name)), "stream");
  }

  private QuicStreamChannel rawStream(String name) {
    return pair.await(
        connection.createStream(QuicStreamType.BIDIRECTIONAL, new RecordedStream(name)), "stream");
  }

  private void awaitEvent(String event) {
    pair.await(() -> events.contains(event), event);
  }

  @Test
  void echoesStreamsAndDatagramsOfASecondSession() {
    WebTransportSession session = open(WebTransportTransport.ECHO_PATH);
    assertThat(session.id()).isEqualTo(4);
    stream(session, "whole").write(new DefaultQuicStreamFrame(bytes("hello"), true));
    awaitEvent("whole hello");
    QuicStreamChannel cut = stream(session, "cut");
    cut.write(bytes("one "));
    cut.write(bytes("two "));
    pair.runOnce();
    cut.write(new DefaultQuicStreamFrame(bytes("three"), true));
    awaitEvent("cut one two three");
    session.writeDatagram(bytes("short"));
    session.flushDatagrams();
    awaitEvent("datagram short");
    String longest = "x".repeat(session.maxDatagramBytes());
    session.writeDatagram(bytes(longest));
    session.flushDatagrams();
    awaitEvent("datagram " + longest);
    pair.await(() -> session.openStreams() == 0, "streams forgotten");
  }

  @Test
  void echoesMoreThanAWindowWhoseEndComesAlone() {
    WebTransportSession session = open(WebTransportTransport.ECHO_PATH);
    String large = "0123456789abcdef".repeat(1 << 16);
    QuicStreamChannel stream = stream(session, "large");
    stream
        .write(bytes(large))
        .addListener(
            written -> stream.write(new DefaultQuicStreamFrame(Unpooled.EMPTY_BUFFER, true)));
    awaitEvent("large " + large);
  }

  @Test
  void carriesStreamsOfTheServer() {
    open("/watch");
    pair.fromServer(
        () ->
            atServer
                .openStream(QuicStreamType.BIDIRECTIONAL, new RecordedStream("at server"))
                .addListener(
                    opened ->
                        ((QuicStreamChannel) opened.getNow())
                            .write(new DefaultQuicStreamFrame(bytes("both ways"), true))));
    awaitEvent("server's both ways");
    pair.fromServer(
        () ->
            atServer
                .openStream(QuicStreamType.UNIDIRECTIONAL, new RecordedStream("at server"))
                .addListener(
                    opened ->
                        ((QuicStreamChannel) opened.getNow())
                            .write(new DefaultQuicStreamFrame(bytes("one way"), true))));
    awaitEvent("server's one-way one way");
  }

  @Test
  void carriesUnidirectionalStreamsOfTheClient() {
    WebTransportSession session = open("/watch");
    pair.await(
            session.openStream(QuicStreamType.UNIDIRECTIONAL, new RecordedStream("client's")),
            "stream")
        .write(new DefaultQuicStreamFrame(bytes("up"), true));
    pair.await(() -> readAtServer.equals("up"), "bytes at the server");
  }

  @Test
  void tellsTheOtherSideWhyASessionIsClosed() {
    WebTransportSession session = open("/watch");
    session.drain();
    pair.await(() -> readAtServer.equals("draining"), "drain at the server");
    session.close(7, "enough");
    pair.await(() -> "7 enough".equals(closedAtServer), "close at the server");
    assertThat(events).containsExactly("closed 7 enough");

    WebTransportSession other = open("/watch");
    pair.fromServer(
        () -> {
          atServer.drain();
          return atServer.close(-1, "server's");
        });
    awaitEvent("closed 4294967295 server's");
    assertThat(events).contains("draining");
    assertThat(other.isOpen()).isFalse();
    assertThat(connection.isActive()).isTrue();
  }

  @Test
  void resetsWhatIsLeftOfAClosedSession() {
    WebTransportSession session = open(WebTransportTransport.ECHO_PATH);
    long id = session.id();
    QuicStreamChannel open = stream(session, "open");
    open.write(bytes("begun"));
    pair.await(() -> session.openStreams() == 1, "stream known");
    session.close(0, "");
    pair.await(open.closeFuture(), "stream closed");
    QuicStreamChannel late = rawStream("late");
    late.write(hex("4041" + ByteBufUtil.hexDump(new byte[] {(byte) id}) + "61"));
    awaitEvent("late reset 170d7b68");
  }

  @Test
  void takesAStreamByteByByte() {
    WebTransportSession session = open(WebTransportTransport.ECHO_PATH);
    QuicStreamChannel stream = rawStream("slow");
    for (String piece : new String[] {"40", "41", "0" + session.id(), "61", "62"}) {
      stream.write(hex(piece));
      pair.runOnce();
    }
    stream.write(new DefaultQuicStreamFrame(bytes("c"), true));
    awaitEvent("slow abc");
  }

  @Test
  void holdsStreamsThatComeBeforeTheirSession() {
    // The session's CONNECT will be the fourth bidirectional stream from now.
    long id = 4 * 4;
    String prefix = "4041" + Long.toHexString(id);
    rawStream("first").write(new DefaultQuicStreamFrame(hex(prefix + "6161"), true));
    QuicStreamChannel second = rawStream("second");
    second.write(hex(prefix + "62"));
    QuicStreamChannel third = rawStream("third");
    third.write(hex(prefix));
    for (int i = 0; i < 20; i++) {
      pair.runOnce();
      pair.fromServer(() -> true);
    }
    assertThat(events).isEmpty();
    WebTransportSession session = open(WebTransportTransport.ECHO_PATH);
    assertThat(session.id()).isEqualTo(id);
    awaitEvent("first aa");
    second.write(new DefaultQuicStreamFrame(hex("62"), true));
    awaitEvent("second bb");
    third.write(new DefaultQuicStreamFrame(hex("63"), true));
    awaitEvent("third c");
  }

  @Test
  void rejectsMoreStreamsWithoutSessionThanTheLimit() {
    for (int i = 0; i <= WebTransportConnection.MAX_WAITING_STREAMS; i++) {
      rawStream("early").write(hex("40417ffc61"));
    }
    awaitEvent("early reset 3994bd84");
    assertThat(events).hasSize(1);
  }

  @Test
  void reachesSessionsWhoseIdTakesTwoBytes() {
    for (int i = 0; i < 20; i++) {
      rawStream("filler").write(new DefaultQuicStreamFrame(hex("40410061"), true));
    }
    WebTransportSession session = open(WebTransportTransport.ECHO_PATH);
    assertThat(session.id()).isGreaterThanOrEqualTo(64);
    stream(session, "far").write(new DefaultQuicStreamFrame(bytes("away"), true));
    awaitEvent("far away");
    session.writeDatagram(bytes("too"));
    session.flushDatagrams();
    awaitEvent("datagram too");
  }

  @Test
  void closesTheConnectionOnASessionIdThatCanBeNone() {
    rawStream("bad").write(hex("40410161"));
    pair.await(() -> "108".equals(connectionClosed), "H3_ID_ERROR");
  }

  @Test
  void refusesAnUnknownPathAndTooManySessions() {
    var refused = WebTransportConnection.of(connection).open(AUTHORITY, "/nowhere", new Recorded());
    pair.await(refused::isDone, "refusal");
    assertThat(refused.cause()).hasMessageContaining("404");
    for (int i = 1; i < WebTransportConnection.MAX_SESSIONS; i++) {
      open(WebTransportTransport.ECHO_PATH);
    }
    var tooMany =
        WebTransportConnection.of(connection).open(AUTHORITY, "/echo", new SessionHandler() {});
    pair.await(tooMany::isDone, "refusal");
    assertThat(tooMany.cause()).hasMessageContaining("429");
  }

  @Test
  void answersPlainRequestsOnTheSameConnection() {
    var headers = new DefaultHttp3Headers();
    headers.method("GET").scheme("https").authority(AUTHORITY).path("/");
    pair.await(
            Http3.newRequestStream(
                connection,
                new Http3RequestStreamInitializer() {
                  @Override
                  protected void initRequestStream(QuicStreamChannel stream) {
                    stream.pipeline().addLast(new Plain());
                  }
                }),
            "request stream")
        .writeAndFlush(new DefaultHttp3HeadersFrame(headers));
    awaitEvent("status 404");
    assertThat(connection.isActive()).isTrue();
  }

  private final class Plain extends Http3RequestStreamInboundHandler {
    @Override
    protected void channelRead(ChannelHandlerContext ctx, Http3HeadersFrame frame) {
      events.add("status " + frame.headers().status());
    }

    @Override
    protected void channelRead(ChannelHandlerContext ctx, Http3DataFrame frame) {
      frame.release();
    }

    @Override
    protected void channelInputClosed(ChannelHandlerContext ctx) {}
  }
}
