package dev.transportbench.ledger;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one fork leaves behind: written by the fork itself at its end, as JSON, to the file that the
 * system property {@code bench.fork.record} names.
 *
 * @param benchmark the benchmark method's full name
 * @param params JMH's parameters, the backend resolved
 * @param linkAsked as {@code Link.Evidence}
 * @param linkMeasured as {@code Link.Evidence}
 * @param violations why the cell is invalid: the link was off, terms unlike, connections too many;
 *     empty when it is not
 * @param terms what was negotiated, {@code client.} and {@code server.} before each name
 * @param environment this fork's own surroundings: JVM flags, steal time, load
 * @param profile sampled stacks; null in a fork that was not to sample
 */
public record ForkRecord(
    String benchmark,
    Map<String, String> params,
    List<IterationRecord> iterations,
    Map<String, Object> linkAsked,
    Map<String, Object> linkMeasured,
    List<String> violations,
    Map<String, String> terms,
    Map<String, Object> environment,
    StackProfile profile) {

  /** A fork that was not to sample stacks. */
  public ForkRecord(
      String benchmark,
      Map<String, String> params,
      List<IterationRecord> iterations,
      Map<String, Object> linkAsked,
      Map<String, Object> linkMeasured,
      List<String> violations,
      Map<String, String> terms,
      Map<String, Object> environment) {
    this(
        benchmark,
        params,
        iterations,
        linkAsked,
        linkMeasured,
        violations,
        terms,
        environment,
        null);
  }

  /** The same, with something more in its environment. */
  public ForkRecord withEnvironment(String name, Object value) {
    Map<String, Object> all = new LinkedHashMap<>(environment);
    all.put(name, value);
    return new ForkRecord(
        benchmark, params, iterations, linkAsked, linkMeasured, violations, terms, all, profile);
  }
}
