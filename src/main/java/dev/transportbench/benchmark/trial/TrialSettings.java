package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.benchmark.Combination;
import dev.transportbench.benchmark.CoreChoice;
import dev.transportbench.benchmark.LoadParam;
import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkProfile;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.Links;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Offload;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.TlsVersion;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import io.netty.channel.epoll.Epoll;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * One cell's parameters, checked.
 *
 * @param benchmark the benchmark method's full name
 * @param params every JMH parameter, {@code backend} as it was resolved
 * @param terms what is asked of each connection
 * @param connections clients that the RPCs in flight are spread over, each with as many connections
 *     as its transport declares
 * @param linkSeed decides which packets are lost
 */
public record TrialSettings(
    String benchmark,
    Map<String, String> params,
    Transport transport,
    int payloadBytes,
    int concurrency,
    LinkProfile profile,
    Backend backend,
    Io io,
    Terms terms,
    int connections,
    long linkSeed) {

  /** The system property with the link's seed. */
  public static final String SEED_PROPERTY = "bench.seed";

  public static final int MAX_CONCURRENCY = 4096;

  /** RPCs in flight that a connection is made for where a cell does not say: streams and pools. */
  public static final int OPEN_CONCURRENCY = 256;

  private static final String PAYLOAD_BYTES = "payloadBytes";
  private static final String CONCURRENCY = "concurrency";

  /**
   * Reads JMH's parameters.
   *
   * @throws BadInputException naming the parameter, its value and what is allowed
   */
  public static TrialSettings of(
      BenchmarkParams jmh,
      String transport,
      int payloadBytes,
      int concurrency,
      String impairment,
      String backend) {
    within(PAYLOAD_BYTES, payloadBytes, 0, RpcService.MAX_RESPONSE_BYTES);
    within(CONCURRENCY, concurrency, 1, MAX_CONCURRENCY);
    return of(jmh, transport, impairment, backend).withConcurrency(concurrency);
  }

  /**
   * Reads the parameters of a benchmark that has no concurrency, or no payload, of its own: its
   * clients are made for {@value #OPEN_CONCURRENCY} RPCs in flight each.
   *
   * @throws BadInputException naming the parameter, its value and what is allowed
   */
  public static TrialSettings of(
      BenchmarkParams jmh, String transport, String impairment, String backend) {
    if (jmh.getThreads() != 1) {
      throw new BadInputException(
          "-t: '%d' is out of range; allowed: 1, since the one thread is the client's event loop and"
                  .formatted(jmh.getThreads())
              + " the parameter concurrency says how many RPCs it keeps in flight");
    }
    Transport chosen = transport(transport);
    LinkProfile profile = LinkProfiles.load(impairment);
    Backend resolved = backend(backend, chosen, profile);
    Map<String, String> params = new TreeMap<>();
    for (String name : jmh.getParamsKeys()) {
      params.put(name, jmh.getParam(name));
    }
    params.put("backend", resolved.label());
    return of(jmh.getBenchmark(), params, chosen, profile, resolved);
  }

  /**
   * Reads what is left to read from the parameters themselves.
   *
   * @throws BadInputException naming the axis, its value and what is allowed, or what does not go
   *     together
   */
  static TrialSettings of(
      String benchmark,
      Map<String, String> params,
      Transport transport,
      LinkProfile profile,
      Backend backend) {
    for (Axis axis : Axis.values()) {
      String value = axis.in(params);
      if (!axis.allows(value)) {
        throw new BadInputException(
            "%s: '%s' is not one of its values; allowed: %s"
                .formatted(axis.param(), value, axis.allowed()));
      }
    }
    for (LoadParam load : LoadParam.values()) {
      String value = load.in(params);
      if (value != null && !load.allows(value)) {
        throw new BadInputException(
            "%s: '%s' is not one of its values; allowed: %s"
                .formatted(load.param(), value, load.allowed()));
      }
    }
    Combination.problem(params, transport.traits(), transport.handshakes())
        .ifPresent(
            problem -> {
              throw new BadInputException(problem);
            });
    int concurrency =
        Integer.parseInt(params.getOrDefault(CONCURRENCY, String.valueOf(OPEN_CONCURRENCY)));
    return new TrialSettings(
        benchmark,
        params,
        transport,
        Integer.parseInt(params.getOrDefault(PAYLOAD_BYTES, "0")),
        concurrency,
        profile,
        backend,
        io(params, transport),
        terms(params, transport, concurrency),
        Integer.parseInt(Axis.CONNECTIONS.in(params)),
        Long.getLong(SEED_PROPERTY, 1));
  }

  private static Io io(Map<String, String> params, Transport transport) {
    Io io = Io.valueOf(Axis.IO.in(params).toUpperCase(Locale.ROOT));
    if (io == Io.EPOLL && !Epoll.isAvailable()) {
      // Without a socket there is nothing to wait for: either loop does.
      if (transport.traits().contains(Trait.IN_MEMORY)) {
        return Io.NIO;
      }
      throw new BadInputException("io: 'epoll' is not to be had on this system; allowed: nio");
    }
    return io;
  }

  private static Terms terms(Map<String, String> params, Transport transport, int concurrency) {
    Terms terms =
        Terms.standard(concurrency)
            .withCongestion(Axis.CONGESTION.in(params))
            .withOffload(Offload.valueOf(Axis.OFFLOAD.in(params).toUpperCase(Locale.ROOT)))
            .withTlsVersion(TlsVersion.labelled(Axis.TLS_VERSION.in(params)))
            .withHandshake(Handshake.labelled(Axis.HANDSHAKE.in(params)));
    String window = Axis.FLOW_WINDOW.in(params);
    int windowBytes = (int) Axis.bytes(window);
    if (transport.traits().contains(Trait.FLOW_WINDOWS)) {
      return terms.withFlowWindowBytes(windowBytes);
    }
    // TCP's own window is the room in its buffers, which the kernel tunes until it is told a size.
    return window.equals(Axis.FLOW_WINDOW.defaultValue())
        ? terms
        : terms.withTcpBufferBytes(windowBytes);
  }

  /** Where the two event loops run. */
  CoreChoice cores() {
    return CoreChoice.labelled(Axis.CORES.in(params));
  }

  /** The same for another number of RPCs in flight than the parameters say, or do not say. */
  public TrialSettings withConcurrency(int rpcsInFlight) {
    return new TrialSettings(
        benchmark,
        params,
        transport,
        payloadBytes,
        rpcsInFlight,
        profile,
        backend,
        io,
        terms.withConcurrency(rpcsInFlight),
        connections,
        linkSeed);
  }

  /** The same with downloads as HTTP has them, where the transport is HTTP: GETs. */
  public TrialSettings withGets() {
    return new TrialSettings(
        benchmark,
        params,
        Gets.ofBytes(transport, payloadBytes),
        payloadBytes,
        concurrency,
        profile,
        backend,
        io,
        terms,
        connections,
        linkSeed);
  }

  /** A round trip of the link as asked, without what packets wait for each other, in ns. */
  long rttNanos() {
    return profile.rttNanos();
  }

  /** How many connections the clients may open together. */
  int connectionsDeclared() {
    return connections * transport.connections(concurrency);
  }

  private static Transport transport(String name) {
    try {
      return Transports.named(name);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  private static void within(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new BadInputException(
          "%s: '%d' is out of range; allowed: %d to %d".formatted(name, value, min, max));
    }
  }

  private static Backend backend(String label, Transport transport, LinkProfile profile) {
    if (label.equals("auto")) {
      return transport.traits().contains(Trait.IN_MEMORY)
          ? Backend.LOOPBACK
          : Links.resolveAuto(profile);
    }
    return Backend.labelled(label);
  }
}
