package dev.transportbench.benchmark;

import dev.transportbench.profiler.LedgerProfiler;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** One cell in one fork by JMH's own options, as {@code java -jar benchmarks.jar … -p …}. */
public final class PlainJmh {
  private PlainJmh() {}

  /**
   * Runs one iteration after one of warm-up, of a second each.
   *
   * @param params {@code name=value}
   * @return JMH's secondary results by name, and its score as {@code score}
   */
  public static Map<String, Double> run(Class<?> benchmark, String... params) throws Exception {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName() + "\\.")
            .forks(1)
            .warmupIterations(1)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(1)
            .measurementTime(TimeValue.seconds(1))
            .addProfiler(LedgerProfiler.class)
            .jvmArgs(ForkJvm.args().toArray(String[]::new))
            .shouldFailOnError(true);
    for (String param : params) {
      String[] both = param.split("=", 2);
      options.param(both[0], Arrays.copyOfRange(both, 1, 2));
    }
    var result = new Runner(options.build()).run().iterator().next();
    Map<String, Double> figures = new TreeMap<>();
    result.getSecondaryResults().forEach((name, figure) -> figures.put(name, figure.getScore()));
    figures.put("score", result.getPrimaryResult().getScore());
    return figures;
  }
}
