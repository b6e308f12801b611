package dev.transportbench.transport.quic;

import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.stream.StreamAnswer;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.QuicStreamChannel;

/** Gives each stream that a client opens a handler that answers it. */
final class QuicAnswers extends ChannelInboundHandlerAdapter {
  /** The application error code of RESET_STREAM and STOP_SENDING for a stream given up. */
  static final int REFUSED = 1;

  private final int maxMessageBytes;

  QuicAnswers(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object opened) {
    if (opened instanceof QuicStreamChannel stream) {
      stream.pipeline().addLast(new Answer(maxMessageBytes));
    }
    // Netty registers the stream at the end of the pipeline.
    ctx.fireChannelRead(opened);
  }

  private static final class Answer extends StreamAnswer {
    Answer(int maxMessageBytes) {
      super(maxMessageBytes);
    }

    @Override
    protected void send(ChannelHandlerContext ctx, ServerMessage message) {
      ctx.write(
          new DefaultQuicStreamFrame(Messages.encodeDelimited(ctx.alloc(), message), true),
          ctx.voidPromise());
    }

    @Override
    protected void abandon(ChannelHandlerContext ctx) {
      ((QuicStreamChannel) ctx.channel()).shutdown(REFUSED, ctx.newPromise());
    }
  }
}
