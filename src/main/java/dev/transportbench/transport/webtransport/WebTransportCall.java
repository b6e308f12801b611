package dev.transportbench.transport.webtransport;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.message.PendingCall;
import dev.transportbench.transport.message.PlainCall;
import dev.transportbench.transport.stream.StreamCall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.QuicStreamChannel;

/** A call on a WebTransport stream: prefix, delimited message and the stream's end in one write. */
final class WebTransportCall extends StreamCall {
  private final byte[] prefix;
  private final boolean plain;

  WebTransportCall(
      int requestId, Request request, ResponseHandler handler, int maxMessageBytes, byte[] prefix) {
    this(new PendingCall(requestId, request, handler, maxMessageBytes), prefix, false);
  }

  private WebTransportCall(PendingCall call, byte[] prefix, boolean plain) {
    super(call);
    this.prefix = prefix;
    this.plain = plain;
  }

  /** Sends the request's payload as it is, and expects it back. */
  static WebTransportCall echo(
      int requestId, Request request, ResponseHandler handler, int maxMessageBytes, byte[] prefix) {
    int expectedBytes =
        request.getPayload().isEmpty() ? PlainCall.UNTIL_END : request.getPayload().size();
    return new WebTransportCall(
        new PlainCall(requestId, request, handler, maxMessageBytes, expectedBytes), prefix, true);
  }

  @Override
  protected void send(ChannelHandlerContext ctx, PendingCall call) {
    ClientMessage message = call.takeMessage();
    ByteBuf body =
        plain
            ? Unpooled.wrappedBuffer(message.getRequest().getPayload().asReadOnlyByteBuffer())
            : Messages.encodeDelimited(ctx.alloc(), message);
    ByteBuf whole = ctx.alloc().directBuffer(prefix.length + body.readableBytes());
    whole.writeBytes(prefix).writeBytes(body);
    body.release();
    ctx.write(new DefaultQuicStreamFrame(whole, true), ctx.voidPromise());
  }

  @Override
  protected boolean carriesMessages() {
    return true;
  }

  @Override
  protected void send(ChannelHandlerContext ctx, ClientMessage message, boolean first) {
    ByteBuf encoded = Messages.encodeDelimited(ctx.alloc(), message);
    if (first) {
      ByteBuf whole = ctx.alloc().directBuffer(prefix.length + encoded.readableBytes());
      whole.writeBytes(prefix).writeBytes(encoded);
      encoded.release();
      encoded = whole;
    }
    ctx.write(
        message.getMore() ? encoded : new DefaultQuicStreamFrame(encoded, true), ctx.voidPromise());
  }

  @Override
  protected void abandon(ChannelHandlerContext ctx) {
    abandon((QuicStreamChannel) ctx.channel());
  }

  /** Gives a stream up; a code of our own would not fit into what the codec can send. */
  static void abandon(QuicStreamChannel stream) {
    stream.shutdown(Http3ErrorCode.H3_REQUEST_CANCELLED.code(), stream.newPromise());
  }
}
