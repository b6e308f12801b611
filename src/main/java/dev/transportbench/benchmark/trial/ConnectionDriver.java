package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import java.util.List;

/**
 * Opens one connection after the other, and makes one RPC on each as soon as it can be sent. All
 * times but {@link Series#LATENCY} and {@link Series#HANDSHAKE} count from the connection's start.
 */
final class ConnectionDriver extends NewConnectionsDriver {
  private static final int OPEN_AT_MOST = 32;

  private final Request request;
  private final ResponseCheck check;
  private final int payloadBytes;

  private int requestId = FIRST_ID;
  private long sentNanos;
  private long answeredNanos;

  ConnectionDriver(ClientEnd end) {
    super(
        end,
        "a new connection and its first response",
        OPEN_AT_MOST,
        List.of(Series.LATENCY, Series.CONNECT, Series.TTFB, Series.TTLB));
    payloadBytes = end.settings().payloadBytes();
    ByteString payload = Payloads.bytes(payloadBytes);
    request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    check = new ResponseCheck(payload);
  }

  @Override
  void begin() {
    answeredNanos = 0;
  }

  @Override
  void connected(RpcClient client) {
    sentNanos = System.nanoTime();
    client.call(++requestId, request, this);
  }

  @Override
  public void onResponse(int id, Response response) {
    String problem = check.problem(response);
    if (problem != null) {
      fail(problem, null);
    } else {
      answeredNanos = System.nanoTime();
    }
  }

  @Override
  boolean isDone() {
    return answeredNanos != 0;
  }

  @Override
  void finish() {
    record(Series.LATENCY, answeredNanos - sentNanos);
    record(Series.CONNECT, sentNanos - startNanos());
    record(Series.TTLB, answeredNanos - startNanos());
  }

  /** An echo's payload goes both ways. */
  @Override
  public long payloadBytes() {
    return 2L * payloadBytes * completed();
  }
}
