package dev.transportbench.benchmark;

import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Offload;
import dev.transportbench.rpc.TlsVersion;
import dev.transportbench.rpc.Trait;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which values of the axes make sense together. A plan leaves the others out, with the reason; a
 * single cell that is asked for is refused with it.
 */
public final class Combination {
  private static final String TRANSPORT = "transport";
  private static final String BACKEND = "backend";
  private static final String CONCURRENCY = "concurrency";
  private static final int DEVICES_PER_MEMBER = 3;

  private Combination() {}

  /**
   * Why a cell makes no sense, in one line; empty when it does.
   *
   * @param params all of a cell's, the backend resolved
   * @param traits the transport's
   * @param handshakes the transport's
   */
  public static Optional<String> problem(
      Map<String, String> params, Set<Trait> traits, Set<Handshake> handshakes) {
    String transport = "transport " + params.get(TRANSPORT);
    Optional<String> streams = streams(params, traits, transport);
    if (streams.isPresent()) {
      return streams;
    }
    if (traits.contains(Trait.IN_MEMORY)) {
      for (Axis axis : Axis.values()) {
        if (!axis.in(params).equals(axis.defaultValue())) {
          return only(transport + " has no socket", axis);
        }
      }
      return Optional.empty();
    }
    if (Axis.TLS_VERSION.in(params).equals(TlsVersion.TLS_1_2.label())
        && !traits.contains(Trait.TLS_VERSIONS)) {
      String why = traits.contains(Trait.ENCRYPTED) ? " speaks TLS 1.3 always" : " has no TLS";
      return only(transport + why, Axis.TLS_VERSION);
    }
    Handshake handshake = Handshake.labelled(Axis.HANDSHAKE.in(params));
    if (!handshakes.contains(handshake)) {
      String offered =
          Arrays.stream(Handshake.values())
              .filter(handshakes::contains)
              .map(Handshake::label)
              .collect(Collectors.joining(" or "));
      return Optional.of(
          "%s does not begin a connection by %s: %s %s only"
              .formatted(transport, handshake.label(), Axis.HANDSHAKE.param(), offered));
    }
    if (!Axis.FLOW_WINDOW.in(params).equals(Axis.FLOW_WINDOW.defaultValue())
        && traits.contains(Trait.UDP)
        && !traits.contains(Trait.FLOW_WINDOWS)) {
      return only(transport + " has no flow window", Axis.FLOW_WINDOW);
    }
    int connections = Integer.parseInt(Axis.CONNECTIONS.in(params));
    if (connections > 1 && !traits.contains(Trait.MULTIPLEXED)) {
      return only(
          transport + " opens a connection for each RPC in flight as it is", Axis.CONNECTIONS);
    }
    // In an open loop nobody says how many are in flight.
    if (params.containsKey(CONCURRENCY)
        && connections > Integer.parseInt(params.get(CONCURRENCY))) {
      return Optional.of(
          "connections %d with %s RPCs in flight leave some idle"
              .formatted(connections, params.get(CONCURRENCY)));
    }
    return Axis.OFFLOAD.in(params).equals(Offload.ON.label())
        ? offload(params, traits, transport)
        : Optional.empty();
  }

  private static Optional<String> streams(
      Map<String, String> params, Set<Trait> traits, String transport) {
    boolean pushes = LoadParam.PUSH_RATE.in(params) != null;
    boolean datagrams = !traits.contains(Trait.RELIABLE);
    if (LoadParam.MESSAGE_RATE.in(params) != null
        && !traits.contains(Trait.MESSAGE_STREAMS)
        && (pushes || !datagrams)) {
      return Optional.of(transport + " has no streams of messages");
    }
    int connections = Integer.parseInt(Axis.CONNECTIONS.in(params));
    return pushes && connections % DEVICES_PER_MEMBER != 0
        ? Optional.of(
            "connections %d are no whole number of members, who have %d devices each"
                .formatted(connections, DEVICES_PER_MEMBER))
        : Optional.empty();
  }

  private static Optional<String> offload(
      Map<String, String> params, Set<Trait> traits, String transport) {
    String backend = params.get(BACKEND);
    if (!Backend.VETH.label().equals(backend)) {
      String why =
          Backend.LOOPBACK.label().equals(backend)
              ? " is the host's own interface, whose offloads stay as they are"
              : " takes and impairs packets one by one";
      return only("backend " + backend + why, Axis.OFFLOAD);
    }
    // Of TCP's the device takes care, whatever the loop; UDP's are calls that NIO has not.
    if (traits.contains(Trait.UDP) && Axis.IO.in(params).equals(Io.NIO.label())) {
      return only(transport + " has no segmented sends and merged receives on nio", Axis.OFFLOAD);
    }
    return Optional.empty();
  }

  private static Optional<String> only(String why, Axis axis) {
    return Optional.of("%s: %s %s only".formatted(why, axis.param(), axis.defaultValue()));
  }
}
