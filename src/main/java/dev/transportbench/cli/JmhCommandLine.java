package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.study.JmhSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.ProfilersFailedException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * JMH's own command line, with three additions: our figures are published, a fork gets our fixed
 * JVM flags unless the user gives their own, and our profilers have short names.
 */
final class JmhCommandLine {
  private static final String PROFILER_OPTION = "-prof";

  private JmhCommandLine() {}

  /** Returns the exit status; JMH prints to standard output. */
  static int run(String[] args, PrintStream err) {
    String[] spelled = spellOutProfilers(args);
    CommandLineOptions options;
    try {
      options = new CommandLineOptions(spelled);
      if (options.shouldHelp()
          || options.shouldList()
          || options.shouldListWithParams()
          || options.shouldListProfilers()
          || options.shouldListResultFormats()) {
        org.openjdk.jmh.Main.main(spelled);
        return ExitStatus.OK;
      }
    } catch (CommandLineOptionException e) {
      err.println(
          "%s; allowed: JMH's options (-h lists them), or a verb (--help lists them)"
              .formatted(oneLine(e.getMessage())));
      return ExitStatus.BAD_INPUT;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int threads = options.getThreads().orElse(1);
    boolean groups = options.getThreadGroups().hasValue();
    if (threads != 1 || groups) {
      err.println(
          "%s: '%s' asks for several threads; allowed: -t 1, because JMH's thread is the client's"
                  .formatted(groups ? "-tg" : "-t", groups ? "…" : threadsText(threads))
              + " event loop (-p concurrency=N keeps N RPCs in flight)");
      return ExitStatus.BAD_INPUT;
    }
    String distorting =
        options.getOperationsPerInvocation().hasValue()
            ? "-opi"
            : options.getMeasurementBatchSize().hasValue() ? "-bs" : null;
    if (distorting != null) {
      err.println(
          "%s: would make JMH's score another than the RPCs completed; allowed: none, an invocation is"
                  .formatted(distorting)
              + " one RPC");
      return ExitStatus.BAD_INPUT;
    }
    return run(options, err);
  }

  private static int run(CommandLineOptions options, PrintStream err) {
    if (!JmhSettings.matchesAny(options)) {
      err.println(
          "%s: no benchmark matches; allowed: a regular expression for one of those that -l lists,"
                  .formatted(options.getIncludes())
              + " or a verb (--help lists them)");
      return ExitStatus.BAD_INPUT;
    }
    try {
      new Runner(JmhSettings.of(options)).run();
      return ExitStatus.OK;

    } catch (BadInputException e) {
      err.println(e.getMessage());
      return ExitStatus.BAD_INPUT;
    } catch (ProfilersFailedException e) {
      err.println(oneLine(e.getMessage()));
      for (Throwable suppressed : e.getSuppressed()) {
        err.println("  " + oneLine(String.valueOf(suppressed.getMessage())));
      }
      return ExitStatus.FAILED;
    } catch (RunnerException e) {
      if (String.valueOf(e.getMessage()).contains("JMH lock")) {
        err.println(oneLine(e.getMessage()));
        return ExitStatus.FAILED;
      }
      err.print("ERROR: ");
      e.printStackTrace(err);
      return ExitStatus.FAILED;
    }
  }

  /** {@code -prof ledger:options} becomes {@code -prof CLASS:options}. */
  private static String[] spellOutProfilers(String[] args) {
    List<String> spelled = new ArrayList<>();
    boolean isProfiler = false;
    for (String arg : args) {
      if (isProfiler) {
        spelled.add(spellOut(arg));
      } else if (arg.startsWith(PROFILER_OPTION + "=")) {
        String name = arg.substring(PROFILER_OPTION.length() + 1);
        spelled.add(PROFILER_OPTION + "=" + spellOut(name));
      } else {
        spelled.add(arg);
      }
      isProfiler = arg.equals(PROFILER_OPTION);
    }
    return spelled.toArray(String[]::new);
  }

  private static String spellOut(String profiler) {
    for (Map.Entry<String, String> known : JmhSettings.PROFILERS.entrySet()) {
      if (profiler.equals(known.getKey())) {
        return known.getValue();
      }
      if (profiler.startsWith(known.getKey() + ":")) {
        return known.getValue() + profiler.substring(known.getKey().length());
      }
    }
    return profiler;
  }

  private static String threadsText(int threads) {
    return threads < 0 ? "max" : Integer.toString(threads);
  }

  private static String oneLine(String message) {
    return message == null ? "" : message.replaceAll("\\s+", " ").strip();
  }
}
