package dev.transportbench.benchmark;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Offload;
import dev.transportbench.rpc.TlsVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameter that says on which terms a cell runs, beside what it compares: its name as JMH has
 * it, its default, and what it may be. Which go together with which is for {@link Combination}.
 */
public enum Axis {
  /** Of TCP the kernel's, of QUIC the codec's of the same name, which is another program. */
  CONGESTION("congestion", Default.CONGESTION, "cubic", "bbr", "reno"),
  IO("io", Default.IO, Io.EPOLL.label(), Io.NIO.label()),
  OFFLOAD("offload", Default.OFFLOAD, Offload.OFF.label(), Offload.ON.label()),
  /** Over how many connections the RPCs in flight are spread. */
  CONNECTIONS("connections", Default.CONNECTIONS) {
    @Override
    public String allowed() {
      return "a whole number from 1 to " + MAX_CONNECTIONS;
    }

    @Override
    public boolean allows(String value) {
      return value.matches("[1-9]\\d{0,4}") && Integer.parseInt(value) <= MAX_CONNECTIONS;
    }
  },
  /** Of each stream and each connection, at the start. */
  FLOW_WINDOW("flowWindow", Default.FLOW_WINDOW) {
    @Override
    public String allowed() {
      return "a whole number of KiB or MiB from 128KiB to 1024MiB";
    }

    @Override
    public boolean allows(String value) {
      long bytes = bytes(value);
      return bytes >= MIN_WINDOW_BYTES && bytes <= MAX_WINDOW_BYTES;
    }
  },
  TLS_VERSION(
      "tlsVersion", Default.TLS_VERSION, TlsVersion.TLS_1_3.label(), TlsVersion.TLS_1_2.label()),
  /** How each connection begins; only of benchmarks that open connections while they measure. */
  HANDSHAKE(
      "handshake",
      Default.HANDSHAKE,
      Handshake.FULL.label(),
      Handshake.RESUMED.label(),
      Handshake.EARLY_DATA.label()),
  /** On which cores the two ends' event loops run: {@link CoreChoice}. */
  CORES(
      "cores",
      Default.CORES,
      CoreChoice.ANY.label(),
      CoreChoice.SHARED.label(),
      CoreChoice.APART.label());

  /** The defaults as annotations need them. */
  public static final class Default {
    public static final String CONGESTION = "cubic";
    public static final String IO = "epoll";
    public static final String OFFLOAD = "off";
    public static final String CONNECTIONS = "1";
    public static final String FLOW_WINDOW = "8MiB";
    public static final String TLS_VERSION = "1.3";
    public static final String HANDSHAKE = "full";
    public static final String CORES = "any";

    private Default() {}
  }

  public static final int MAX_CONNECTIONS = 10_000;

  /** With less, Netty's HTTP/2 keeps the connection's to the protocol's 65,535 bytes at first. */
  private static final long MIN_WINDOW_BYTES = 128 << 10;

  private static final long MAX_WINDOW_BYTES = 1 << 30;
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,6})(KiB|MiB)");

  private final String param;
  private final String defaultValue;
  private final List<String> values;

  Axis(String param, String defaultValue, String... values) {
    this.param = param;
    this.defaultValue = defaultValue;
    this.values = List.of(values);
  }

  /** The JMH parameter's name. */
  public String param() {
    return param;
  }

  public String defaultValue() {
    return defaultValue;
  }

  /** Whether a value is one of this axis, whatever the other parameters are. */
  public boolean allows(String value) {
    return values.contains(value);
  }

  /** What a complaint says is allowed. */
  public String allowed() {
    return String.join(", ", values);
  }

  /** The axis of a JMH parameter; empty for a parameter that is none. */
  public static Optional<Axis> of(String param) {
    return Arrays.stream(values()).filter(axis -> axis.param.equals(param)).findFirst();
  }

  /** This axis's value in a cell's parameters; the default where a benchmark has not the axis. */
  public String in(Map<String, String> params) {
    return params.getOrDefault(param, defaultValue);
  }

  /** All axes at their defaults, by parameter. */
  public static Map<String, String> defaults() {
    Map<String, String> defaults = new TreeMap<>();
    for (Axis axis : values()) {
      defaults.put(axis.param, axis.defaultValue);
    }
    return defaults;
  }

  /** Whether a parameter is an axis and has its default. */
  public static boolean isDefault(String param, String value) {
    return of(param).map(axis -> axis.defaultValue.equals(value)).orElse(false);
  }

  /** {@code 8MiB} in bytes; 0 for a text that is no size. */
  public static long bytes(String size) {
    Matcher matcher = SIZE.matcher(size);
    if (!matcher.matches()) {
      return 0;
    }
    return Long.parseLong(matcher.group(1)) << (matcher.group(2).equals("KiB") ? 10 : 20);
  }
}
