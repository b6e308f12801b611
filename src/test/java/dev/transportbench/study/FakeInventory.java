package dev.transportbench.study;

import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Trait;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A small world to plan in. */
final class FakeInventory implements Inventory {
  static final String UNARY = "dev.transportbench.benchmark.UnaryRpcBenchmark.call";

  final Map<String, String> axes = new TreeMap<>();
  final Map<Backend, String> cannot = new EnumMap<>(Backend.class);
  final Map<String, String> cannotCarry = new TreeMap<>();

  int mostConnections = Integer.MAX_VALUE;
  final Set<String> profiles = new TreeSet<>(Set.of("clean", "lossy", "open"));

  /** Benchmarks beside the unary one. */
  final Map<String, Map<String, List<String>>> others = new TreeMap<>();

  final Map<String, Set<Trait>> transports =
      new TreeMap<>(
          Map.of(
              "tcp",
              Set.of(Trait.RELIABLE),
              "tls",
              Set.of(Trait.RELIABLE),
              "quic",
              Set.of(Trait.RELIABLE, Trait.UDP),
              "null",
              Set.of(Trait.RELIABLE, Trait.IN_MEMORY),
              KnownAnswer.TRANSPORT,
              Set.of(Trait.RELIABLE, Trait.IN_MEMORY)));

  @Override
  public Map<String, Map<String, List<String>>> benchmarks() {
    Map<String, List<String>> params = new TreeMap<>();
    params.put("transport", List.of("tcp"));
    params.put("payloadBytes", List.of("1024"));
    params.put("concurrency", List.of("1"));
    params.put("impairment", List.of("clean"));
    params.put("backend", List.of("auto"));
    axes.forEach((name, value) -> params.put(name, List.of(value)));
    Map<String, Map<String, List<String>>> benchmarks = new TreeMap<>(others);
    benchmarks.put(UNARY, params);
    return benchmarks;
  }

  @Override
  public Map<String, Set<Trait>> transports() {
    return transports;
  }

  @Override
  public Set<Handshake> handshakes(String transport) {
    return transport.equals("quic")
        ? Set.of(Handshake.values())
        : Set.of(Handshake.FULL, Handshake.RESUMED);
  }

  @Override
  public List<String> profiles() {
    return List.copyOf(profiles);
  }

  @Override
  public boolean emulated(String profile) {
    return !profile.equals("clean");
  }

  @Override
  public Optional<String> whyNotSoMany(Set<Trait> transport, int connections) {
    return connections > mostConnections
        ? Optional.of("no room for " + connections)
        : Optional.empty();
  }

  @Override
  public Optional<String> refusal(String profile, Backend backend) {
    return emulated(profile) && !backend.emulates()
        ? Optional.of(backend.label() + " cannot do " + profile)
        : Optional.empty();
  }

  @Override
  public Backend auto(String profile) {
    if (emulated(profile)) {
      return Backend.TUN;
    }
    return cannot.containsKey(Backend.VETH) ? Backend.LOOPBACK : Backend.VETH;
  }

  @Override
  public Optional<String> whyNot(Backend backend) {
    return Optional.ofNullable(cannot.get(backend));
  }

  @Override
  public Optional<String> whyNot(Backend backend, String profile) {
    return whyNot(backend).or(() -> Optional.ofNullable(cannotCarry.get(profile)));
  }
}
