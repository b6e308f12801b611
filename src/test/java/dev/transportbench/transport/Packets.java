package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionStats;
import java.util.function.Function;

/** What the codec of a client counts while one RPC follows the other. */
public record Packets(double sentPerCall, double receivedPerCall) {
  private static final int CALLS = 2_000;

  /** What a codec has counted since the connection was opened. */
  public record Counts(long sent, long received, long lost) {}

  /** Reads a connection of Netty 4.2's codec. */
  public static Counts of(Pair pair, QuicChannel connection) {
    QuicConnectionStats stats = pair.await(connection.collectStats(), "stats");
    return new Counts(stats.sent(), stats.recv(), stats.lost());
  }

  /** When the next call is made. */
  public enum Pace {
    /** When the loop has come to rest: what was received has been acknowledged by then. */
    AFTER_THE_LOOP,
    /** Within the response's callback: the acknowledgement goes with the next request. */
    IN_THE_CALLBACK
  }

  /**
   * Counts over some thousand calls.
   *
   * @param counters reads the client's connection, once that is open
   */
  public static Packets count(
      Transport transport, Function<Pair, Counts> counters, int payloadBytes, Pace pace) {
    Terms terms = Terms.standard(1);
    Request request =
        Request.newBuilder()
            .setMethod(RpcService.ECHO)
            .setPayload(Payloads.bytes(payloadBytes))
            .build();
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(transport, terms);
      RpcClient client = pair.connect(transport, server, terms);
      run(pair, client, request, pace, 200);
      Counts before = counters.apply(pair);
      run(pair, client, request, pace, CALLS);
      Counts after = counters.apply(pair);
      assertThat(after.lost()).isZero();
      pair.await(client.close(), "client closed");
      pair.close(server);
      return new Packets(
          (after.sent() - before.sent()) / (double) CALLS,
          (after.received() - before.received()) / (double) CALLS);
    }
  }

  private static void run(Pair pair, RpcClient client, Request request, Pace pace, int calls) {
    if (pace == Pace.AFTER_THE_LOOP) {
      new Calls(pair, client).echoMany(request, calls, 1);
      return;
    }
    Chain chain = new Chain(client, request, calls);
    chain.next();
    pair.await(() -> chain.left == 0, "the last call of a chain");
  }

  /** Each response makes the next call. */
  private static final class Chain implements ResponseHandler {
    private final RpcClient client;
    private final Request request;
    private int left;

    Chain(RpcClient client, Request request, int calls) {
      this.client = client;
      this.request = request;
      left = calls;
    }

    void next() {
      client.call(left, request, this);
      client.flush();
    }

    @Override
    public void onResponse(int requestId, Response response) {
      left--;
      if (left > 0) {
        next();
      }
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      throw new AssertionError(cause);
    }
  }
}
