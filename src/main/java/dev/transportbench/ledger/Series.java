package dev.transportbench.ledger;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Times of which a whole histogram is kept, so that quantiles over iterations and forks come from
 * the merged one and are never averaged. Its figures are called {@code LABEL.p50} … {@code
 * LABEL.p999}, {@code LABEL.max}, in µs, and {@code LABEL.n}, how many times they rest on.
 */
public enum Series {
  LATENCY("latency", "time from an RPC's send to its verified response"),
  CONNECT("connect", "time from the start of a connection until an RPC can be sent on it"),
  HANDSHAKE("handshake", "time of TLS's or QUIC's handshake at the client; without TCP's"),
  TTFB("ttfb", "time to the first byte of a response, from where the benchmark says"),
  TTLB("ttlb", "time to the last byte of a response, checked, from where the benchmark says"),
  PAGE("page", "time from the start of a page's first connection until the whole page is there"),
  RESPONSE("response", "time from the moment when an RPC was meant to be sent to its response"),
  SEND_LAG("send.lag", "time from the moment when an RPC was meant to be sent to its send"),
  MESSAGE_UP("message.up", "one-way time of a message from the client to the server"),
  MESSAGE_DOWN("message.down", "one-way time of a message from the server to the client"),
  PUSH("push", "time from a device's sending a message to its arrival at another member's device"),
  LATENCY_LOSS("latency.loss", "latency of an RPC that a lost packet slowed, its own or another's"),
  LATENCY_LOSS_PREDICTED(
      "latency.loss.predicted", "latency of such an RPC by the model of its stack's recovery"),
  LATENCY_VICTIM(
      "latency.victim",
      "latency of an RPC that lost nothing itself and waited for another's lost packet");

  private final String label;
  private final String description;

  Series(String label, String description) {
    this.label = label;
    this.description = description;
  }

  @JsonValue
  public String label() {
    return label;
  }

  /** What one value is. */
  public String description() {
    return description;
  }

  /** Null when there is none of that label. */
  @JsonCreator
  public static Series ofLabel(String label) {
    for (Series series : values()) {
      if (series.label.equals(label)) {
        return series;
      }
    }
    return null;
  }

  /** What is read from a histogram. */
  public enum Statistic {
    P50("p50", 0.5),
    P90("p90", 0.9),
    P95("p95", 0.95),
    P99("p99", 0.99),
    P999("p999", 0.999),
    MAX("max", Double.NaN),
    MEAN("mean", Double.NaN),
    COUNT("n", Double.NaN);

    private final String suffix;
    private final double quantile;

    Statistic(String suffix, double quantile) {
      this.suffix = suffix;
      this.quantile = quantile;
    }

    String suffix() {
      return suffix;
    }

    /** NaN for what is no quantile. */
    double quantile() {
      return quantile;
    }
  }
}
