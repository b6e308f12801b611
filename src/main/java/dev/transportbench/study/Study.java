package dev.transportbench.study;

import dev.transportbench.config.YamlNode;
import dev.transportbench.ledger.Ledger;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A study as its author wrote it. Every field that a plan can find fault with is kept together with
 * its place in the file; whether the names exist is for the {@link Planner} to say.
 *
 * @param name the file's name without its ending
 * @param question what the study answers
 * @param description null when not given, as {@code source} and {@code expect}
 * @param benchmarks class names, simple or full
 * @param params the values of each JMH parameter; what is not named keeps the benchmark's default
 * @param excludes a combination that matches all entries of one of these is left out
 * @param profile what each cell's stacks are sampled for
 * @param cost what its author says it takes; null when not given
 * @param published what others published
 */
public record Study(
    String name,
    String question,
    String description,
    String source,
    String expect,
    List<Value> benchmarks,
    Map<String, Param> params,
    List<Map<String, Value>> excludes,
    int forks,
    Iterations warmup,
    Iterations measurement,
    List<PlacedContrast> contrasts,
    Profiling profile,
    Duration cost,
    List<Ledger.Published> published) {

  /** The same with another {@code profile}. */
  public Study with(Profiling other) {
    return new Study(
        name,
        question,
        description,
        source,
        expect,
        benchmarks,
        params,
        excludes,
        forks,
        warmup,
        measurement,
        contrasts,
        other,
        cost,
        published);
  }

  /** The same with other forks and iterations. */
  Study with(int otherForks, Iterations otherMeasurement) {
    return new Study(
        name,
        question,
        description,
        source,
        expect,
        benchmarks,
        params,
        excludes,
        otherForks,
        warmup,
        otherMeasurement,
        contrasts,
        profile,
        cost,
        published);
  }

  /** A scalar and its place. */
  public record Value(String text, YamlNode at) {}

  /** The values of one parameter, and the place of the list. */
  public record Param(List<Value> values, YamlNode at) {}

  /** How many iterations, how long each. */
  public record Iterations(int count, Duration time) {

    public Duration total() {
      return time.multipliedBy(count);
    }

    /** {@code 2 × 1.5 s}. */
    @Override
    public String toString() {
      long millis = time.toMillis();
      return count + " × " + (millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms");
    }
  }

  /** A contrast and the place of its parameter's name. */
  public record PlacedContrast(Ledger.Contrast contrast, YamlNode at) {}
}
