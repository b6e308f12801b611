package dev.transportbench.transport.http3;

import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.stream.StreamAnswer;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.ReferenceCountUtil;

/** Gives each request stream of one connection a handler that answers it. */
final class Http3Answers extends ChannelInitializer<QuicStreamChannel> {
  private final int maxMessageBytes;
  private final Http3HeadersFrame responseHeaders = Http3Messages.response();

  Http3Answers(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  protected void initChannel(QuicStreamChannel stream) {
    OneWrite oneWrite = new OneWrite();
    stream.pipeline().addFirst(oneWrite).addLast(new Answer(oneWrite));
  }

  private final class Answer extends StreamAnswer {
    private final OneWrite oneWrite;

    Answer(OneWrite oneWrite) {
      super(maxMessageBytes);
      this.oneWrite = oneWrite;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame)
        throws MalformedMessageException {
      if (frame instanceof Http3DataFrame data) {
        read(data.content());
      } else if (frame instanceof Http3HeadersFrame request && !isRpc(request)) {
        throw new MalformedMessageException(
            "request: %s %s; allowed: POST %s"
                .formatted(
                    request.headers().method(), request.headers().path(), Http3Messages.PATH));
      } else {
        ReferenceCountUtil.release(frame);
      }
    }

    private static boolean isRpc(Http3HeadersFrame request) {
      return Http3Messages.PATH.contentEquals(request.headers().path())
          && "POST".contentEquals(request.headers().method());
    }

    @Override
    protected void send(ChannelHandlerContext ctx, ServerMessage message) {
      Http3Messages.write(ctx, oneWrite, responseHeaders, message);
    }

    @Override
    protected void abandon(ChannelHandlerContext ctx) {
      Http3Messages.abandon(ctx, Http3ErrorCode.H3_REQUEST_REJECTED);
    }
  }
}
