package dev.transportbench.transport.http3;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.stream.StreamCall;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamInitializer;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.ReferenceCountUtil;

/** A call as one request on a request stream. */
final class Http3Call extends StreamCall {
  private final Http3HeadersFrame requestHeaders;
  private final OneWrite oneWrite = new OneWrite();

  Http3Call(
      int requestId,
      Request request,
      ResponseHandler handler,
      int maxMessageBytes,
      Http3HeadersFrame requestHeaders) {
    super(requestId, request, handler, maxMessageBytes);
    this.requestHeaders = requestHeaders;
  }

  @Override
  public ChannelHandler streamHandler() {
    return new Http3RequestStreamInitializer() {
      @Override
      protected void initRequestStream(QuicStreamChannel stream) {
        stream.pipeline().addFirst(oneWrite).addLast(Http3Call.this);
      }
    };
  }

  @Override
  protected void send(ChannelHandlerContext ctx, ClientMessage message) {
    Http3Messages.write(ctx, oneWrite, requestHeaders, message);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object frame)
      throws MalformedMessageException {
    if (frame instanceof Http3DataFrame data) {
      read(data.content());
    } else if (frame instanceof Http3HeadersFrame response
        && !Http3Messages.OK.contentEquals(response.headers().status())) {
      throw new MalformedMessageException("status: " + response.headers().status());
    } else {
      ReferenceCountUtil.release(frame);
    }
  }

  @Override
  protected void abandon(ChannelHandlerContext ctx) {
    Http3Messages.abandon(ctx, Http3ErrorCode.H3_REQUEST_CANCELLED);
  }
}
