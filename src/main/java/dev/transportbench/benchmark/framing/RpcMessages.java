package dev.transportbench.benchmark.framing;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;

/** The request that every frame is put around. */
final class RpcMessages {
  /** Two bytes as varint. */
  private static final int REQUEST_ID = 1000;

  private RpcMessages() {}

  static ClientMessage request(int payloadBytes) {
    return Messages.client(
        REQUEST_ID,
        Request.newBuilder()
            .setMethod(RpcService.ECHO)
            .setPayload(Payloads.bytes(payloadBytes))
            .build());
  }

  /** Encoded. */
  static ByteBuf content(int payloadBytes) {
    return Messages.encode(SameWire.ALLOC, request(payloadBytes));
  }
}
