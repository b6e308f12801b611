package dev.transportbench.transport.webtransport;

import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Error;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.stream.StreamAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.lang.System.Logger.Level;

/**
 * The server's side of a session of RPCs: answers streams on their stream, datagrams by datagram.
 */
final class RpcSession implements SessionHandler {
  private static final System.Logger LOG = System.getLogger(RpcSession.class.getName());

  private final WebTransportSession session;
  private final MessageStreams streams;
  private final int maxMessageBytes;
  private boolean answersQueued;

  RpcSession(WebTransportSession session, MessageStreams streams, int maxMessageBytes) {
    this.streams = streams;
    this.session = session;
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public ChannelHandler bidirectional() {
    return new Answer(streams, maxMessageBytes);
  }

  @Override
  public void datagram(ByteBuf payload) {
    ServerMessage answer;
    try {
      answer = RpcService.answer(Messages.parseClient(payload, payload.readableBytes()));
    } catch (MalformedMessageException e) {
      LOG.log(Level.WARNING, () -> "a datagram dropped: " + e);
      return;
    } finally {
      payload.release();
    }
    int limit = session.maxDatagramBytes();
    if (answer.getSerializedSize() > limit) {
      answer = tooLong(answer, limit);
    }
    session.writeDatagram(Messages.encode(ByteBufAllocator.DEFAULT, answer));
    answersQueued = true;
  }

  private static ServerMessage tooLong(ServerMessage answer, int limit) {
    Error error =
        Error.newBuilder()
            .setCode(Error.Code.INVALID_ARGUMENT)
            .setMessage(
                "response: %d bytes; a datagram holds %d"
                    .formatted(answer.getSerializedSize(), limit))
            .build();
    return ServerMessage.newBuilder()
        .setRequestId(answer.getRequestId())
        .setResponse(Response.newBuilder().setError(error))
        .build();
  }

  @Override
  public void datagramsRead() {
    if (answersQueued) {
      answersQueued = false;
      session.flushDatagrams();
    }
  }

  private static final class Answer extends StreamAnswer {
    Answer(MessageStreams streams, int maxMessageBytes) {
      super(streams, maxMessageBytes);
    }

    @Override
    protected void send(ChannelHandlerContext ctx, ServerMessage message, boolean last) {
      ByteBuf encoded = Messages.encodeDelimited(ctx.alloc(), message);
      ctx.write(last ? new DefaultQuicStreamFrame(encoded, true) : encoded, ctx.voidPromise());
    }

    @Override
    protected void abandon(ChannelHandlerContext ctx) {
      WebTransportCall.abandon((QuicStreamChannel) ctx.channel());
    }
  }
}
