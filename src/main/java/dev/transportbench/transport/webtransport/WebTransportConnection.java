package dev.transportbench.transport.webtransport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3RequestStreamInitializer;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.http3.Http3Settings;
import io.netty.handler.codec.http3.Http3SettingsFrame;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicDatagramExtensionEvent;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One end of an HTTP/3 connection that carries WebTransport sessions beside requests. Confined to
 * the connection's loop.
 *
 * <p>A handler before Netty's HTTP/3 handler takes each bidirectional stream that the peer opens,
 * reads its first integer, and only then decides whose stream it is; Netty's own would swallow it
 * as an unknown frame. Streams that come before their session wait, at most {@value
 * #MAX_WAITING_STREAMS} a connection, held back by flow control; datagrams that do are dropped.
 *
 * <p><b>Not possible on the codec's public API</b>: to send an application's stream error codes,
 * which need more than 31 bits ({@link ErrorCodes}); RESET_STREAM_AT, and with it the newest
 * drafts; to know a datagram's largest size again when the path's MTU changes. Left out: session
 * flow control (drafts 13 and 14 want it where more than one session is allowed), and the
 * negotiation of an application protocol inside a session.
 */
final class WebTransportConnection extends ChannelInboundHandlerAdapter {
  static final int MAX_SESSIONS = 16;
  static final int MAX_WAITING_STREAMS = 64;

  // Streams of a session that is over may still come, for a round trip or so.
  private static final int MAX_ENDED_REMEMBERED = 64;
  private static final int OPEN_TIMEOUT_SECONDS = 30;

  /** Gives a new session's handler for the path that a client asks for, or null to refuse. */
  interface Acceptor extends Function<WebTransportSession, SessionHandler> {}

  private final Acceptor acceptor;
  private final LongObjectHashMap<WebTransportSession> sessions = new LongObjectHashMap<>();
  private final LongObjectHashMap<List<InboundStream>> waiting = new LongObjectHashMap<>();
  private final Set<Long> ended = new LinkedHashSet<>();
  private final PastHttp3 pastHttp3 = new PastHttp3();
  private int waitingStreams;
  private int maxDatagramBytes;
  private ChannelHandlerContext ctx;
  private Promise<Http3Settings> peerSettings;

  private WebTransportConnection(Acceptor acceptor) {
    this.acceptor = acceptor;
  }

  /** Adds all that a server's connection needs, HTTP/3 included. */
  static void addServer(QuicChannel channel, Acceptor acceptor) {
    WebTransportConnection connection = new WebTransportConnection(acceptor);
    ChannelHandler requests =
        new ChannelInitializer<QuicStreamChannel>() {
          @Override
          protected void initChannel(QuicStreamChannel stream) {
            stream.pipeline().addLast(new AcceptSession(connection));
          }
        };
    connection.add(
        channel.pipeline(),
        new Http3ServerConnectionHandler(
            requests,
            connection.new SettingsReader(),
            connection::unidirectional,
            WebTransportSettings.frame(MAX_SESSIONS),
            true,
            WebTransportSettings.VALIDATOR));
  }

  /** Adds all that a client's connection needs, HTTP/3 included. */
  static void addClient(QuicChannel channel) {
    WebTransportConnection connection = new WebTransportConnection(session -> null);
    connection.add(
        channel.pipeline(),
        new Http3ClientConnectionHandler(
            connection.new SettingsReader(),
            null,
            connection::unidirectional,
            WebTransportSettings.frame(MAX_SESSIONS),
            true,
            WebTransportSettings.VALIDATOR));
  }

  /** The one that was added to {@code channel}. */
  static WebTransportConnection of(QuicChannel channel) {
    return channel.pipeline().get(WebTransportConnection.class);
  }

  private void add(ChannelPipeline pipeline, ChannelHandler http3) {
    pipeline.addLast(this, http3, pastHttp3);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
    peerSettings = ctx.executor().newPromise();
  }

  /**
   * Asks the server for a session, as soon as its SETTINGS say that it has some.
   *
   * @return done when the server agreed, or failed with the reason
   */
  Future<WebTransportSession> open(String authority, String path, SessionHandler handler) {
    Promise<WebTransportSession> opened = ctx.executor().newPromise();
    ScheduledFuture<?> overdue =
        ctx.executor()
            .schedule(
                () ->
                    opened.tryFailure(
                        new IOException(
                            "WebTransport: no session within %d s"
                                .formatted(OPEN_TIMEOUT_SECONDS))),
                OPEN_TIMEOUT_SECONDS,
                TimeUnit.SECONDS);
    opened.addListener(done -> overdue.cancel(false));
    peerSettings.addListener(
        (Future<Http3Settings> settings) -> {
          if (!settings.isSuccess()) {
            opened.tryFailure(settings.cause());
            return;
          }
          String problem = WebTransportSettings.problem(settings.getNow());
          if (problem != null) {
            opened.tryFailure(new IOException("the server has no WebTransport: " + problem));
            return;
          }
          if (!Boolean.TRUE.equals(settings.getNow().h3DatagramEnabled())) {
            maxDatagramBytes = 0;
          }
          request(new OpenSession(this, authority, path, handler, opened), opened);
        });
    return opened;
  }

  private void request(OpenSession connect, Promise<WebTransportSession> opened) {
    ChannelHandler initializer =
        new Http3RequestStreamInitializer() {
          @Override
          protected void initRequestStream(QuicStreamChannel stream) {
            stream.pipeline().addLast(connect);
          }
        };
    Http3.newRequestStream(channel(), initializer)
        .addListener(
            created -> {
              if (!created.isSuccess()) {
                opened.tryFailure(created.cause());
              }
            });
  }

  QuicChannel channel() {
    return (QuicChannel) ctx.channel();
  }

  /** What a datagram may hold, its session's id included; 0 when the peer takes none. */
  int maxDatagramBytes() {
    return maxDatagramBytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived) {
    if (arrived instanceof ByteBuf datagram) {
      deliver(datagram);
    } else if (arrived instanceof QuicStreamChannel stream
        && stream.type() == QuicStreamType.BIDIRECTIONAL) {
      stream.pipeline().addFirst(new InboundStream(this, false));
      pastHttp3.ctx.fireChannelRead(stream);
    } else {
      ctx.fireChannelRead(arrived);
    }
  }

  private void deliver(ByteBuf datagram) {
    long quarter = QuicVarint.read(datagram);
    WebTransportSession session = quarter < 0 ? null : sessions.get(quarter << 2);
    if (session != null) {
      session.handler().datagram(datagram);
    } else {
      datagram.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    for (WebTransportSession session : sessions.values()) {
      session.handler().datagramsRead();
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof QuicDatagramExtensionEvent datagrams) {
      maxDatagramBytes = datagrams.maxLength();
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    peerSettings.tryFailure(new ClosedChannelException());
    ctx.fireChannelInactive();
  }

  private ChannelHandler unidirectional(long streamType) {
    return streamType == StreamPrefix.UNIDIRECTIONAL ? new InboundStream(this, true) : new Drop();
  }

  /** A bidirectional stream turned out to be HTTP/3's: gives it to Netty's handler. */
  void toHttp3(QuicStreamChannel stream) {
    ctx.fireChannelRead(stream);
  }

  /** Finds the session of a stream, or a reason why it has none. */
  void route(InboundStream stream, long sessionId) {
    WebTransportSession session = sessions.get(sessionId);
    if (session != null && session.isOpen()) {
      stream.join(session);
    } else if ((sessionId & 3) != 0) {
      // Sessions have the ids of request streams: those that a client opens in both directions.
      channel()
          .close(
              true,
              Http3ErrorCode.H3_ID_ERROR.code(),
              Unpooled.copiedBuffer("session id", StandardCharsets.US_ASCII));
      stream.reject(Http3ErrorCode.H3_ID_ERROR.code());
    } else if (ended.contains(sessionId)) {
      stream.reject(ErrorCodes.SESSION_GONE);
    } else if (waitingStreams == MAX_WAITING_STREAMS) {
      stream.reject(ErrorCodes.BUFFERED_STREAM_REJECTED);
    } else {
      waitingStreams++;
      List<InboundStream> others = waiting.get(sessionId);
      if (others == null) {
        others = new ArrayList<>();
        waiting.put(sessionId, others);
      }
      others.add(stream);
    }
  }

  /** Whether another session may be opened by the peer. */
  boolean hasRoom() {
    return sessions.size() < MAX_SESSIONS;
  }

  SessionHandler accept(WebTransportSession session) {
    return acceptor.apply(session);
  }

  /** From now on datagrams find the session; streams do when it is {@link #opened}. */
  void register(WebTransportSession session) {
    sessions.put(session.id(), session);
  }

  /** The session is open: the streams that waited for it join. */
  void opened(WebTransportSession session) {
    for (InboundStream stream : noLongerWaiting(session.id())) {
      stream.join(session);
    }
  }

  /** There is, or will be, no session of this id any more. */
  void ended(long sessionId) {
    sessions.remove(sessionId);
    ended.add(sessionId);
    if (ended.size() > MAX_ENDED_REMEMBERED) {
      ended.remove(ended.iterator().next());
    }
    for (InboundStream stream : noLongerWaiting(sessionId)) {
      stream.reject(ErrorCodes.SESSION_GONE);
    }
  }

  private List<InboundStream> noLongerWaiting(long sessionId) {
    List<InboundStream> streams = waiting.remove(sessionId);
    if (streams == null) {
      return List.of();
    }
    waitingStreams -= streams.size();
    return streams;
  }

  /** Stands behind Netty's HTTP/3 handler: the way past it, and the end of what came through. */
  private static final class PastHttp3 extends ChannelInboundHandlerAdapter {
    private ChannelHandlerContext ctx;

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      this.ctx = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object arrived) {
      // At the pipeline's end Netty registers a stream. One that was peeked into is already.
      if (!(arrived instanceof QuicStreamChannel stream && stream.isRegistered())) {
        ctx.fireChannelRead(arrived);
      }
    }
  }

  /** On the peer's control stream: waits for its SETTINGS. */
  private final class SettingsReader extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
      if (frame instanceof Http3SettingsFrame settings) {
        peerSettings.trySuccess(settings.settings());
      }
      ReferenceCountUtil.release(frame);
    }
  }

  /** Reads a stream of a type that nobody knows, and forgets it. */
  private static final class Drop extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object arrived) {
      ReferenceCountUtil.release(arrived);
    }
  }
}
