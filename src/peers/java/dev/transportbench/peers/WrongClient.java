package dev.transportbench.peers;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.rpc.proto.ServerMessage;

/** Answers by itself, with one byte changed. */
final class WrongClient extends PeerClient {
  private final int flippedByte;

  WrongClient(Side side, int flippedByte) {
    super(side);
    this.flippedByte = flippedByte;
  }

  @Override
  public void send(ClientMessage message, Answer answer) {
    byte[] payload = message.getRequest().getPayload().toByteArray();
    payload[flippedByte] ^= 1;
    answer.received(
        ServerMessage.newBuilder()
            .setRequestId(message.getRequestId())
            .setResponse(Response.newBuilder().setPayload(ByteString.copyFrom(payload)))
            .build());
  }

  @Override
  protected void stop() {}
}
