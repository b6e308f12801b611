package dev.transportbench.transport.webtransport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.QuicStreamChannel;

/** Sends bytes back as they are: for peers that know WebTransport and nothing of our messages. */
final class EchoSession implements SessionHandler {
  private final WebTransportSession session;

  EchoSession(WebTransportSession session) {
    this.session = session;
  }

  @Override
  public ChannelHandler bidirectional() {
    return new EchoStream();
  }

  @Override
  public void datagram(ByteBuf payload) {
    if (payload.readableBytes() <= session.maxDatagramBytes()) {
      session.writeDatagram(payload);
    } else {
      payload.release();
    }
  }

  @Override
  public void datagramsRead() {
    session.flushDatagrams();
  }

  private static final class EchoStream extends ChannelInboundHandlerAdapter {
    private boolean ended;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
      // Known before the event that tells it: the end goes back with the last bytes. One that
      // came alone goes alone.
      ended = ((QuicStreamChannel) ctx.channel()).isInputShutdown();
      ctx.write(new DefaultQuicStreamFrame((ByteBuf) bytes, ended), ctx.voidPromise());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event == ChannelInputShutdownEvent.INSTANCE && !ended) {
        ended = true;
        // Later: queued while packets are read, between the data and its acknowledgement, an end
        // that is sent alone can get lost in the codec. And not by shutdownOutput(), which would
        // overtake what is still queued.
        ctx.executor()
            .execute(
                () ->
                    ctx.write(
                        new DefaultQuicStreamFrame(Unpooled.EMPTY_BUFFER, true),
                        ctx.voidPromise()));
      }
      ctx.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }
}
