package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.benchmark.PageModel;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.proto.Request;

/** What a {@link Trial} sends: before anything is measured to warm the code, and then measured. */
public interface Workload {
  /** Warming moves at most this much per RPC, so that large payloads do not take minutes. */
  int MOST_WARM_PAYLOAD_BYTES = 16 << 10;

  /** As many pages are loaded before one is measured, with as many RPCs as elsewhere or nearly. */
  int WARM_PAGES = 200;

  /** Their resources are no longer than this. */
  int MOST_WARM_RESOURCE_BYTES = 4 << 10;

  /** As many connections are opened and discarded before one is measured. */
  int WARM_CONNECTIONS = 200;

  /** Of large payloads at least as many RPCs. */
  int LEAST_WARM_RPCS = 500;

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

  /**
   * {@link TrialSettings#concurrency} RPCs of one kind kept in flight, with the time to the first
   * byte of each response.
   *
   * @param method as {@link Errands#method}
   */
  static Workload rest(TrialSettings settings, String method) {
    Errands errands = new Errands(method, settings.payloadBytes());
    return new Workload() {
      @Override
      public Driver warming(ClientEnd end) {
        return measured(end);
      }

      /** As many bytes as other benchmarks move, where that is enough RPCs. */
      @Override
      public int warmCount() {
        long mostBytes = (long) Trial.WARM_RPCS * MOST_WARM_PAYLOAD_BYTES;
        long most = mostBytes / Math.max(1, settings.payloadBytes());
        return (int) Math.max(LEAST_WARM_RPCS, Math.min(Trial.WARM_RPCS, most));
      }

      @Override
      public Driver measured(ClientEnd end) {
        return new ClosedLoopDriver(
            end.loop(),
            end.client(),
            errands.request(),
            errands.check(),
            settings.concurrency(),
            loss(settings),
            errands.payloadBytesPerRpc(),
            LatencyHistograms.create());
      }
    };
  }

  /**
   * One long transfer an iteration, in parts of {@link TrialSettings#payloadBytes}.
   *
   * @param method {@link RpcService#DOWNLOAD} or {@link RpcService#UPLOAD}
   */
  static Workload bulk(TrialSettings settings, String method) {
    Workload parts = rest(settings, method);
    return new Workload() {
      @Override
      public Driver warming(ClientEnd end) {
        return parts.warming(end);
      }

      @Override
      public int warmCount() {
        return parts.warmCount();
      }

      @Override
      public Driver measured(ClientEnd end) {
        return new BulkDriver(end, new Errands(method, settings.payloadBytes()));
      }

      /** Each transfer's are counted by the driver. */
      @Override
      public int connectionsDeclared(TrialSettings all) {
        return Integer.MAX_VALUE;
      }
    };
  }

  /** One page after the other, each over new connections; the first ones are not counted. */
  static Workload page(PageModel page) {
    return new Workload() {
      @Override
      public Driver warming(ClientEnd end) {
        return new PageDriver(end, page.atMost(MOST_WARM_RESOURCE_BYTES));
      }

      @Override
      public int warmCount() {
        return WARM_PAGES;
      }

      @Override
      public Driver measured(ClientEnd end) {
        return new PageDriver(end, page);
      }

      /** Each page's are counted by the driver. */
      @Override
      public int connectionsDeclared(TrialSettings settings) {
        return Integer.MAX_VALUE;
      }
    };
  }

  private static ClosedLoopDriver.Loss loss(TrialSettings settings) {
    return settings.transport().traits().contains(Trait.RELIABLE)
        ? ClosedLoopDriver.Loss.FAILS
        : ClosedLoopDriver.Loss.COUNTS;
  }

  private static Driver echoes(ClientEnd end, int payloadBytes) {
    TrialSettings settings = end.settings();
    ByteString payload = Payloads.bytes(payloadBytes);
    Request request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    return new ClosedLoopDriver(
        end.loop(),
        end.client(),
        request,
        new ResponseCheck(payload),
        settings.concurrency(),
        loss(settings));
  }
}
