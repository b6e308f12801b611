package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.proto.Request;

/** What a {@link Trial} sends: before anything is measured to warm the code, and then measured. */
public interface Workload {
  /** Warming moves at most this much per RPC, so that large payloads do not take minutes. */
  int MOST_WARM_PAYLOAD_BYTES = 16 << 10;

  /** As many connections are opened and discarded before one is measured. */
  int WARM_CONNECTIONS = 200;

  /** Sends what warms the code that is measured, over the open link. */
  Driver warming(ClientEnd end);

  /** How many completions of {@link #warming} it takes. */
  default int warmCount() {
    return Trial.WARM_RPCS;
  }

  /** Over how many connections {@link #warming} sends. */
  default int warmConnections(TrialSettings settings) {
    return settings.connections();
  }

  /** Sends what is measured; over new connections. */
  Driver measured(ClientEnd end);

  /** How many connections the clients may open in all, from {@link #measured} on. */
  default int connectionsDeclared(TrialSettings settings) {
    return settings.connectionsDeclared();
  }

  /** {@link TrialSettings#concurrency} echoes kept in flight. */
  static Workload closedLoop() {
    return new Workload() {
      @Override
      public Driver warming(ClientEnd end) {
        return echoes(end, Math.min(end.settings().payloadBytes(), MOST_WARM_PAYLOAD_BYTES));
      }

      @Override
      public Driver measured(ClientEnd end) {
        return echoes(end, end.settings().payloadBytes());
      }
    };
  }

  /** One connection after the other, with an echo on each; the first ones are not counted. */
  static Workload connections() {
    return new Workload() {
      @Override
      public Driver warming(ClientEnd end) {
        return new ConnectionDriver(end);
      }

      @Override
      public int warmCount() {
        return WARM_CONNECTIONS;
      }

      @Override
      public Driver measured(ClientEnd end) {
        return new ConnectionDriver(end);
      }

      /** Each client's are counted by the driver. */
      @Override
      public int connectionsDeclared(TrialSettings settings) {
        return Integer.MAX_VALUE;
      }
    };
  }

  private static Driver echoes(ClientEnd end, int payloadBytes) {
    TrialSettings settings = end.settings();
    ByteString payload = Payloads.bytes(payloadBytes);
    Request request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    boolean reliable = settings.transport().traits().contains(Trait.RELIABLE);
    return new ClosedLoopDriver(
        end.loop(),
        end.client(),
        request,
        new ResponseCheck(payload),
        settings.concurrency(),
        reliable ? ClosedLoopDriver.Loss.FAILS : ClosedLoopDriver.Loss.COUNTS);
  }
}
