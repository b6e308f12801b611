package dev.transportbench.transport.http3;

import dev.transportbench.transport.http.Exchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import java.lang.System.Logger.Level;

/** Answers the requests on one connection of the server. */
final class Http3Answers {
  private static final System.Logger LOG = System.getLogger(Http3Answers.class.getName());

  private final Http3Messages messages;
  private final int maxMessageBytes;
  private final Object okHeaders;

  Http3Answers(Http3Messages messages, int maxMessageBytes) {
    this.messages = messages;
    this.maxMessageBytes = maxMessageBytes;
    okHeaders = messages.http3().responseHeaders(Exchange.OK, null);
  }

  /** Adds to a request stream's pipeline what answers it. */
  void prepare(Channel stream) {
    OneWrite oneWrite = messages.oneWrite();
    stream.pipeline().addFirst(oneWrite).addLast(new Answer(oneWrite));
  }

  private final class Answer extends ChannelInboundHandlerAdapter {
    private final OneWrite oneWrite;
    private Exchange exchange;
    private boolean begun;

    Answer(OneWrite oneWrite) {
      this.oneWrite = oneWrite;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      exchange =
          new Exchange(ctx.channel().parent(), maxMessageBytes) {
            @Override
            protected boolean sendsWithoutCopy() {
              return false;
            }

            @Override
            protected void answer(int status, ByteBuf body) {
              if (headOnly()) {
                body.release();
                body = Unpooled.EMPTY_BUFFER;
              }
              Object headers =
                  status == OK ? okHeaders : messages.http3().responseHeaders(status, allow());
              messages.write(ctx, oneWrite, headers, body);
            }
          };
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
      exchange.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
      ByteBuf content = messages.http3().content(frame);
      if (content != null) {
        exchange.body(content);
        return;
      }
      ReferenceCountUtil.release(frame);
      // Once begun, HEADERS are trailers.
      if (!begun && messages.http3().isHeaders(frame)) {
        begun = true;
        exchange.head(messages.http3().method(frame), messages.http3().path(frame));
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event == ChannelInputShutdownEvent.INSTANCE) {
        exchange.end();
        ctx.flush();
      }
      ctx.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      LOG.log(Level.DEBUG, () -> ctx.channel() + " refused: " + cause);
      exchange.close();
      messages.abandon(ctx, Http3Messages.REQUEST_REJECTED);
      ctx.close();
    }
  }
}
