package dev.transportbench.study;

import dev.transportbench.benchmark.Descriptors;
import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.LinkSupport;
import dev.transportbench.link.Links;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The inventory of this process: its class path and its machine. */
class LiveInventory implements Inventory {
  // Found by trying, which takes its time, and asked for every cell.
  private final Map<String, Backend> autos = new HashMap<>();
  private final Map<Backend, Optional<String>> whyNots = new EnumMap<>(Backend.class);
  private final Map<List<String>, Optional<String>> profileWhyNots = new HashMap<>();

  @Override
  public Map<String, Map<String, List<String>>> benchmarks() {

    Map<String, Map<String, List<String>>> benchmarks = new TreeMap<>();
    for (BenchmarkListEntry entry : BenchmarkList.defaultList().getAll(silent(), List.of())) {
      if (entry.getMode() == Mode.Throughput) {
        Map<String, List<String>> params = new TreeMap<>();
        entry
            .getParams()
            .orElse(Map.of())
            .forEach((name, defaults) -> params.put(name, List.of(defaults)));
        benchmarks.put(entry.getUsername(), params);
      }
    }
    return benchmarks;
  }

  /** Where JMH may say what nobody needs to hear. */
  static OutputFormat silent() {
    return OutputFormatFactory.createFormatInstance(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
        VerboseMode.SILENT);
  }

  @Override
  public Map<String, Set<Trait>> transports() {
    Map<String, Set<Trait>> traits = new TreeMap<>();
    Transports.all().forEach((name, transport) -> traits.put(name, transport.traits()));
    return traits;
  }

  @Override
  public Set<Handshake> handshakes(String transport) {
    Transport found = Transports.all().get(transport);
    return found == null ? Set.of() : found.handshakes();
  }

  @Override
  public List<String> profiles() {
    return LinkProfiles.names();
  }

  @Override
  public boolean emulated(String profile) {
    return LinkProfiles.load(profile).emulated();
  }

  @Override
  public Optional<String> refusal(String profile, Backend backend) {
    return Links.refusal(LinkProfiles.load(profile), backend);
  }

  @Override
  public Backend auto(String profile) {
    return autos.computeIfAbsent(profile, p -> Links.resolveAuto(LinkProfiles.load(p)));
  }

  @Override
  public Optional<String> whyNot(Backend backend) {
    return whyNots.computeIfAbsent(backend, LinkSupport::whyNot);
  }

  @Override
  public Optional<String> whyNotSoMany(Set<Trait> transport, int connections) {
    return Descriptors.problem(transport, connections);
  }

  @Override
  public Optional<String> whyNot(Backend backend, String profile) {
    return profileWhyNots.computeIfAbsent(
        List.of(backend.label(), profile),
        key -> LinkSupport.whyNot(backend, LinkProfiles.load(profile)));
  }
}
