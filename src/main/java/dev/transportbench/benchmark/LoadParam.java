package dev.transportbench.benchmark;

import dev.transportbench.benchmark.trial.PayloadMix;
import dev.transportbench.rpc.RpcService;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A parameter that says what a benchmark sends and when: its name as JMH has it, and its values.
 */
public enum LoadParam {
  /** When RPCs leave: each 1/rate after the last, at random, or in step with a tick of 10 ms. */
  ARRIVALS("arrivals", "constant", "poisson", "firefly"),
  /** Per second, over all connections. */
  RATE("rate") {
    @Override
    public boolean allows(String value) {
      return isCount(value, MAX_RATE);
    }

    @Override
    public String allowed() {
      return "a whole number from 1 to " + MAX_RATE;
    }
  },
  /** Messages of a stream per second, over all connections. */
  MESSAGE_RATE("messageRate") {
    @Override
    public boolean allows(String value) {
      return isCount(value, MAX_RATE);
    }

    @Override
    public String allowed() {
      return "a whole number from 1 to " + MAX_RATE;
    }
  },
  /** Pushes per second, over all connections; each reaches three. */
  PUSH_RATE("pushRate") {
    @Override
    public boolean allows(String value) {
      return isCount(value, MAX_RATE);
    }

    @Override
    public String allowed() {
      return "a whole number from 1 to " + MAX_RATE;
    }
  },
  /** The sizes of the RPCs, each way. */
  PAYLOADS("payloads") {
    @Override
    public boolean allows(String value) {
      return PayloadMix.isMix(value);
    }

    @Override
    public String allowed() {
      return PayloadMix.ALLOWED;
    }
  },
  /** Which way the payload goes: down, up, or both. */
  METHOD("method", RpcService.DOWNLOAD, RpcService.UPLOAD, RpcService.ECHO),
  /** Whether the generator looks at the clock instead of sleeping. */
  SPIN("spin", "off", "on");

  private static final int MAX_RATE = 1_000_000;

  private final String param;
  private final List<String> values;

  LoadParam(String param, String... values) {
    this.param = param;
    this.values = List.of(values);
  }

  /** The JMH parameter's name. */
  public String param() {
    return param;
  }

  /** Whether a value is one of this parameter, whatever the others are. */
  public boolean allows(String value) {
    return values.contains(value);
  }

  /** What a complaint says is allowed. */
  public String allowed() {
    return String.join(", ", values);
  }

  /** This parameter's value in a cell of a benchmark that has it. */
  public String in(Map<String, String> params) {
    return params.get(param);
  }

  /** Of a JMH parameter; empty for one that is none of these. */
  public static Optional<LoadParam> of(String param) {
    return Arrays.stream(values()).filter(load -> load.param.equals(param)).findFirst();
  }

  private static boolean isCount(String value, int max) {
    return value.matches("[1-9]\\d{0,8}") && Integer.parseInt(value) <= max;
  }
}
