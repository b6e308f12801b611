package dev.transportbench.transport.quic;

import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.stream.StreamAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Gives each stream that a client opens a handler that answers it. */
final class QuicAnswers extends ChannelInboundHandlerAdapter {
  /** The application error code of RESET_STREAM and STOP_SENDING for a stream given up. */
  static final int REFUSED = 1;

  private final QuicCodec codec;
  private final MessageStreams streams;
  private final int maxMessageBytes;

  QuicAnswers(QuicCodec codec, MessageStreams streams, int maxMessageBytes) {
    this.codec = codec;
    this.streams = streams;
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object opened) {
    if (opened instanceof Channel stream) {
      stream.pipeline().addLast(new Answer());
    }
    // Netty registers the stream at the end of the pipeline.
    ctx.fireChannelRead(opened);
  }

  private final class Answer extends StreamAnswer {
    Answer() {
      super(streams, maxMessageBytes);
    }

    @Override
    protected void send(ChannelHandlerContext ctx, ServerMessage message, boolean last) {
      ByteBuf encoded = Messages.encodeDelimited(ctx.alloc(), message);
      ctx.write(last ? codec.lastFrame(encoded) : encoded, ctx.voidPromise());
    }

    @Override
    protected void abandon(ChannelHandlerContext ctx) {
      codec.abandon(ctx.channel(), REFUSED);
    }
  }
}
