package dev.transportbench.transport.webtransport;

import dev.transportbench.transport.message.MalformedMessageException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Exception;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.QuicException;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.lang.System.Logger.Level;

/**
 * The request stream of a session's CONNECT: carries its capsules; when it ends, the session ends.
 */
abstract class ConnectStream extends Http3RequestStreamInboundHandler implements Capsules.Sink {
  static final String PROTOCOL = "webtransport";

  private static final System.Logger LOG = System.getLogger(ConnectStream.class.getName());
  private static final long DATA_FRAME = 0;

  private final Capsules capsules = new Capsules();
  private QuicStreamChannel stream;
  private WebTransportSession session;
  private boolean closeSent;

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    stream = (QuicStreamChannel) ctx.channel();
  }

  final QuicStreamChannel stream() {
    return stream;
  }

  final void setSession(WebTransportSession session) {
    this.session = session;
  }

  final WebTransportSession session() {
    return session;
  }

  @Override
  protected void channelRead(ChannelHandlerContext ctx, Http3DataFrame frame) {
    if (session == null) {
      frame.release();
      return;
    }
    try {
      capsules.read(frame.content(), this);
    } catch (MalformedMessageException e) {
      failed(e);
    }
  }

  private void failed(Throwable cause) {
    LOG.log(Level.WARNING, () -> stream + " session closed: " + cause);
    end(0, String.valueOf(cause.getMessage()));
    stream.shutdown(Http3ErrorCode.H3_MESSAGE_ERROR.code(), stream.newPromise());
    stream.close();
  }

  @Override
  public final void draining() {
    session.handler().draining();
  }

  @Override
  public final void closed(int code, String reason) {
    end(code, reason);
    endStream();
  }

  @Override
  protected final void channelInputClosed(ChannelHandlerContext ctx) {
    if (session != null) {
      end(0, "");
      endStream();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    end(0, "");
    ctx.fireChannelInactive();
  }

  @Override
  protected final void handleQuicException(ChannelHandlerContext ctx, QuicException reset) {
    end(0, "");
    ctx.close();
  }

  @Override
  protected final void handleHttp3Exception(ChannelHandlerContext ctx, Http3Exception cause) {
    failed(cause);
  }

  private void end(int code, String reason) {
    if (session != null) {
      session.end(code, reason);
    }
  }

  /** Ends this side of the stream, if that isn't done yet. */
  final void endStream() {
    if (!closeSent) {
      closeSent = true;
      write(dataFrame(Unpooled.EMPTY_BUFFER));
    }
  }

  final void sendDrain() {
    ByteBuf capsule = stream.alloc().directBuffer();
    Capsules.writeDrain(capsule);
    stream.writeAndFlush(new DefaultHttp3DataFrame(capsule));
  }

  final ChannelFuture sendClose(int code, String reason) {
    if (closeSent || !stream.isActive()) {
      return stream.newSucceededFuture();
    }
    ByteBuf capsule = stream.alloc().directBuffer();
    Capsules.writeClose(capsule, code, reason);
    closeSent = true;
    return write(dataFrame(capsule));
  }

  private ByteBuf dataFrame(ByteBuf content) {
    ByteBuf frame = stream.alloc().directBuffer();
    QuicVarint.write(frame, DATA_FRAME);
    QuicVarint.write(frame, content.readableBytes());
    frame.writeBytes(content);
    content.release();
    return frame;
  }

  /**
   * Writes the last bytes and the stream's end as one, past the codec, which knows no such thing.
   * An end that is sent alone can get lost: hence the empty frame where there is nothing to say.
   */
  private ChannelFuture write(ByteBuf lastBytes) {
    return stream.pipeline().firstContext().write(new DefaultQuicStreamFrame(lastBytes, true));
  }
}
