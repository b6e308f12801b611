package dev.transportbench.study;

import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Trait;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What there is to plan with: this jar's benchmarks and transports, this machine's backends. */
interface Inventory {

  /** Full method name → parameter → default values, empty for a parameter without. */
  Map<String, Map<String, List<String>>> benchmarks();

  /** Name → traits. */
  Map<String, Set<Trait>> transports();

  /** The ways in which a transport's connections can begin; none for one that there is not. */
  Set<Handshake> handshakes(String transport);

  /** Names of the link profiles that the jar carries. */
  List<String> profiles();

  /**
   * Whether packets of a profile must pass an emulator.
   *
   * @param profile a name or a path
   * @throws dev.transportbench.config.BadInputException when there is none, or it is faulty
   */
  boolean emulated(String profile);

  /** Why a backend cannot do what a profile asks, on any machine; empty when it can. */
  Optional<String> refusal(String profile, Backend backend);

  /** What {@code auto} means for a profile on this machine. */
  Backend auto(String profile);

  /** Why this machine cannot run a backend; empty when it can. */
  Optional<String> whyNot(Backend backend);

  /** Why this machine cannot hold so many connections at once; empty when it can. */
  Optional<String> whyNotSoMany(Set<Trait> transport, int connections);

  /** Why this machine cannot run a profile on a backend; empty when it can. */
  Optional<String> whyNot(Backend backend, String profile);
}
