package dev.transportbench.transport.webtransport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;

/**
 * First in the pipeline of a stream that the peer opened: finds out whose stream it is.
 * WebTransport streams keep it, so that their session knows them; HTTP/3's are handed over and lose
 * it.
 */
final class InboundStream extends ChannelInboundHandlerAdapter {
  private final WebTransportConnection connection;
  private StreamPrefix prefix;
  private ChannelHandlerContext ctx;
  private WebTransportSession session;
  private boolean waiting;
  private boolean inputEnded;

  /**
   * @param signalRead whether somebody read the signal already, as on unidirectional streams
   */
  InboundStream(WebTransportConnection connection, boolean signalRead) {
    this.connection = connection;
    prefix = new StreamPrefix(signalRead);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object arrived) {
    if (session != null) {
      ctx.fireChannelRead(arrived);
      return;
    }
    if (prefix == null) {
      ((ByteBuf) arrived).release();
      return;
    }
    switch (prefix.read((ByteBuf) arrived)) {
      case OTHER -> leaveToHttp3();
      case SESSION -> {
        // Until it is known whose it is, the rest stays where flow control counts it.
        waiting = true;
        connection.route(this, prefix.sessionId());
        if (waiting) {
          stream().config().setAutoRead(false);
        }
      }
      default -> {}
    }
  }

  private void leaveToHttp3() {
    ByteBuf bytes = takeRest();
    connection.toHttp3(stream());
    ctx.fireChannelRead(bytes);
    ctx.pipeline().remove(this);
  }

  private ByteBuf takeRest() {
    ByteBuf bytes = prefix.rest();
    prefix = null;
    return bytes;
  }

  private QuicStreamChannel stream() {
    return (QuicStreamChannel) ctx.channel();
  }

  /**
   * The stream is one of {@code owner}'s: its handler reads on, from the first byte behind the id.
   */
  void join(WebTransportSession owner) {
    boolean held = waiting && !stream().config().isAutoRead();
    QuicStreamChannel stream = stream();
    ChannelHandler handler =
        stream.type() == QuicStreamType.BIDIRECTIONAL
            ? owner.handler().bidirectional()
            : owner.handler().unidirectional();
    if (handler == null) {
      reject(Http3ErrorCode.H3_REQUEST_REJECTED.code());
      return;
    }
    waiting = false;
    session = owner;
    owner.joined(stream);
    stream.pipeline().addLast(handler);
    ByteBuf rest = takeRest();
    if (rest.isReadable()) {
      ctx.fireChannelRead(rest);
    } else {
      rest.release();
    }
    if (held) {
      ctx.fireChannelReadComplete();
      if (inputEnded) {
        ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
      }
      stream.config().setAutoRead(true);
    }
  }

  /** Gives the stream up, with a code of HTTP/3's space. */
  void reject(int code) {
    waiting = false;
    if (prefix != null) {
      takeRest().release();
    }
    QuicStreamChannel stream = stream();
    if (stream.type() == QuicStreamType.BIDIRECTIONAL) {
      stream.shutdown(code, stream.newPromise());
    } else {
      stream.shutdownInput(code, stream.newPromise());
    }
    stream.close();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      inputEnded = true;
      if (prefix != null && !waiting) {
        // Nothing can follow that would say what this is.
        reject(Http3ErrorCode.H3_REQUEST_INCOMPLETE.code());
        return;
      }
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (session != null) {
      ctx.fireExceptionCaught(cause);
    } else {
      // Reset before anybody wanted it.
      ctx.close();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (session != null) {
      session.left(stream());
    }
    if (prefix != null) {
      takeRest().release();
    }
  }
}
