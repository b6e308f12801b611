package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.study.JmhOptionsCheck;
import dev.transportbench.study.JmhSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
    try {
      CommandLineOptions options = checked(args);
      if (lists(options)) {
        org.openjdk.jmh.Main.main(spellOutProfilers(args));
      } else {
        new Runner(JmhSettings.of(options)).run();
      }
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What the words ask of JMH.
   *
   * @throws BadInputException when it is nothing that can be measured
   */
  static CommandLineOptions checked(String... args) {
    CommandLineOptions options;
    try {
      options = new CommandLineOptions(spellOutProfilers(args));
    } catch (CommandLineOptionException e) {
      throw new BadInputException(
          "%s; allowed: JMH's options (-h lists them), or a verb (--help lists them)"
              .formatted(oneLine(e.getMessage())));
    }
    if (lists(options)) {
      return options;
    }
    int threads = options.getThreads().orElse(1);
    boolean groups = options.getThreadGroups().hasValue();
    if (threads != 1 || groups) {
      throw new BadInputException(
          "%s: '%s' asks for several threads; allowed: -t 1, because JMH's thread is the client's"
                  .formatted(groups ? "-tg" : "-t", groups ? "…" : threadsText(threads))
              + " event loop (-p concurrency=N keeps N RPCs in flight)");
    }
    String distorting =
        options.getOperationsPerInvocation().hasValue()
            ? "-opi"
            : options.getMeasurementBatchSize().hasValue() ? "-bs" : null;
    if (distorting != null) {
      throw new BadInputException(
          "%s: would make JMH's score another than the RPCs completed; allowed: none, an invocation is"
                  .formatted(distorting)
              + " one RPC");
    }
    if (!JmhSettings.matchesAny(options)) {
      throw new BadInputException(
          "%s: no benchmark matches; allowed: a regular expression for one of those that -l lists,"
                  .formatted(options.getIncludes())
              + " or a verb (--help lists them)");
    }
    JmhOptionsCheck.check(options, parameterNames(args));
    checkFiles(options);
    return options;
  }

  private static boolean lists(CommandLineOptions options) {
    return options.shouldHelp()
        || options.shouldList()
        || options.shouldListWithParams()
        || options.shouldListProfilers()
        || options.shouldListResultFormats();
  }

  /** The names that {@code -p NAME=VALUE,…} gives. */
  private static List<String> parameterNames(String[] args) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i + 1 < args.length; i++) {
      if (args[i].equals("-p") && args[i + 1].contains("=")) {
        names.add(args[i + 1].substring(0, args[i + 1].indexOf('=')));
      }
    }
    return names;
  }

  /** JMH would find out after the measurement, or in the fork, with a trace. */
  private static void checkFiles(CommandLineOptions options) {
    if (options.getResult().hasValue()) {
      checkWritable("-rff", options.getResult().get());
    }
    if (options.getOutput().hasValue()) {
      checkWritable("-o", options.getOutput().get());
    }
    if (options.getJvm().hasValue()) {
      String jvm = options.getJvm().get();
      Path path = path("-jvm", jvm);
      if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
        throw new BadInputException(
            "-jvm: '%s' cannot be run; allowed: the path of a java executable".formatted(jvm));
      }
    }
  }

  private static void checkWritable(String option, String file) {
    Path path = path(option, file);
    Path parent = path.toAbsolutePath().getParent();
    if (Files.isDirectory(path) || parent == null || !Files.isDirectory(parent)) {
      throw new BadInputException(
          "%s: '%s' cannot be written; allowed: a file in a folder that is there"
              .formatted(option, file));
    }
  }

  private static Path path(String option, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new BadInputException(
          "%s: '%s' is no path; allowed: a path of this system"
              .formatted(option, text.replace("\0", "\\0")));
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
