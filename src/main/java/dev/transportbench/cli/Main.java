package dev.transportbench.cli;

import dev.transportbench.benchmark.ParentWatch;
import dev.transportbench.link.linux.Namespace;
import java.io.PrintStream;
import java.util.List;

/**
 * Where the jar starts. A verb of ours as the first argument runs that verb; anything else is JMH's
 * own command line.
 */
public final class Main {
  private static final List<String> USAGE =
      List.of(
          "What one RPC costs on each transport. Two ways to use this jar:",
          "",
          "  java -jar benchmarks.jar VERB …    doctor, run STUDY, report DIR, compare BASE HEAD,",
          "                                     ab BASE HEAD, aa JAR, link …",
          "                                     (--help lists the verbs, VERB --help explains one)",
          "  java -jar benchmarks.jar …         JMH's own command line: -l lists the benchmarks,",
          "                                     -h lists the options, NAME runs those that match",
          "",
          "Start with: doctor, then: run quick");

  private Main() {}

  public static void main(String[] args) {
    if (Boolean.getBoolean("bench.endWithParent")) {
      ParentWatch.start();
    }
    Namespace.bringOwnLoopbackUp();
    // Exits though threads may be left over: a library's, or a fork's watchdog.
    System.exit(run(args, System.out, System.err));
  }

  /** Returns the exit status. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    if (args.length == 0) {
      USAGE.forEach(out::println);
      return ExitStatus.OK;
    }
    if (Verbs.isVerb(args[0])) {
      return Verbs.run(args, out, err);
    }
    return JmhCommandLine.run(args, err);
  }
}
