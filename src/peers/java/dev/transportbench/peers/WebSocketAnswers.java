package dev.transportbench.peers;

import dev.transportbench.rpc.proto.ServerMessage;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Who waits for which message of a WebSocket: one in each lane. */
public final class WebSocketAnswers {
  private final AtomicReferenceArray<PeerClient.Answer> lanes;

  public WebSocketAnswers() {
    lanes = new AtomicReferenceArray<>(PeerClient.LANES);
  }

  /** Call before the request is sent. */
  public void expect(int requestId, PeerClient.Answer answer) {
    lanes.setRelease(PeerClient.laneOf(requestId), answer);
  }

  /** Hands a response to who waits for it. */
  public void received(byte[] response) {
    ServerMessage message;
    try {
      message = PeerMessages.parse(response);
    } catch (IOException e) {
      failed(e);
      return;
    }
    PeerClient.Answer answer = lanes.getAcquire(PeerClient.laneOf(message.getRequestId()));
    if (answer == null) {
      failed(new IOException("response to RPC " + message.getRequestId() + ", which nobody sent"));
    } else {
      answer.received(message);
    }
  }

  /** Fails all that wait; call when the connection ends. */
  public void failed(Throwable cause) {
    for (int lane = 0; lane < lanes.length(); lane++) {
      PeerClient.Answer answer = lanes.getAndSet(lane, null);
      if (answer != null) {
        answer.failed(cause);
      }
    }
  }
}
