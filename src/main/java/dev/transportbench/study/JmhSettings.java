package dev.transportbench.study;

import dev.transportbench.benchmark.CaptureOptions;
import dev.transportbench.benchmark.ForkJvm;
import dev.transportbench.profiler.LayersProfiler;
import dev.transportbench.profiler.LedgerProfiler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** What every JMH run of this jar has, whoever starts it. */
public final class JmhSettings {
  /** Short names of our profilers, and their classes. */
  public static final Map<String, String> PROFILERS =
      Map.of("ledger", LedgerProfiler.class.getName(), "layers", LayersProfiler.class.getName());

  private JmhSettings() {}

  /** Whether a user's options select any benchmark; asked before JMH touches a file. */
  public static boolean matchesAny(Options user) {
    return !BenchmarkList.defaultList()
        .find(LiveInventory.silent(), user.getIncludes(), user.getExcludes())
        .isEmpty();
  }

  /** A user's options, our profiler added, and our fork flags unless the user gave their own. */
  public static Options of(Options user) {
    ChainedOptionsBuilder options = new OptionsBuilder().parent(user);
    String ledger = LedgerProfiler.class.getName();
    if (user.getProfilers().stream().noneMatch(given -> given.getKlass().equals(ledger))) {
      options.addProfiler(LedgerProfiler.class);
    }
    if (!user.getJvmArgs().hasValue()) {
      List<String> args = ForkJvm.args();
      if (user.getJvm().hasValue()) {
        // Chosen for this JVM; another may refuse to start with a double-dash option.
        args = args.stream().filter(arg -> !arg.startsWith("--")).toList();
      }
      options.jvmArgs(args.toArray(String[]::new));
    }
    List<String> captures = CaptureOptions.ofThisProcess().jvmArgs();
    if (!captures.isEmpty()) {
      Collection<String> given = user.getJvmArgsAppend().orElse(List.of());
      List<String> append = new ArrayList<>(given);
      append.addAll(captures);
      options.jvmArgsAppend(append.toArray(String[]::new));
    }
    return options.build();
  }
}
