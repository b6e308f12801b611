package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.LinkUnavailableException;
import dev.transportbench.study.RunStoppedException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Our verbs, and how each of their errors ends: in one line, without a stack trace. */
@Command(
    name = "benchmarks.jar",
    description = "What one RPC costs on each transport, on a clean link and on an impaired one.",
    footer = "Anything else is JMH's own command line; -h lists its options.",
    subcommands = {
      DoctorCommand.class,
      RunCommand.class,
      MergeCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      AbCommand.class,
      AaCommand.class,
      ExportCommand.class,
      HistoryCommand.class,
      LinkCommand.class,
      ServeCommand.class,
      CallCommand.class,
      CommandLine.HelpCommand.class
    },
    synopsisSubcommandLabel = "VERB",
    mixinStandardHelpOptions = false)
final class Verbs implements Runnable {
  private static final Set<String> HELP = Set.of("--help", "help");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  static boolean isVerb(String word) {
    return HELP.contains(word) || commandLine().getSubcommands().containsKey(word);
  }

  static int run(String[] args, PrintStream out, PrintStream err) {
    CommandLine commandLine = commandLine();
    commandLine.setOut(writer(out));
    commandLine.setErr(writer(err));
    commandLine.setParameterExceptionHandler(
        (e, arguments) -> {
          err.println(oneLine(e.getMessage()));
          return ExitStatus.BAD_INPUT;
        });
    commandLine.setExecutionExceptionHandler((e, command, parsed) -> ended(e, err));
    try {
      return commandLine.execute(args);
    } catch (OutOfMemoryError e) {
      // Errors pass picocli by. What was being read or written is garbage by now.
      err.println(
          "memory: the heap of %d MiB is too small for this; allowed: a larger one, by java -Xmx"
              .formatted(Runtime.getRuntime().maxMemory() >> 20));
      return ExitStatus.FAILED;
    }
  }

  private static int ended(Exception e, PrintStream err) {
    if (e instanceof BadInputException) {
      err.println(e.getMessage());
      return ExitStatus.BAD_INPUT;
    }
    if (e instanceof LinkUnavailableException || e instanceof RunStoppedException) {
      err.println(e.getMessage());
      return ExitStatus.FAILED;
    }
    if (e instanceof InvalidPathException) {
      err.println(
          "path: '%s' is no path; allowed: a path of this system"
              .formatted(((InvalidPathException) e).getInput().replace("\0", "\\0")));
      return ExitStatus.BAD_INPUT;
    }
    // A fault of ours: all that is known of it.
    e.printStackTrace(err);
    return ExitStatus.FAILED;
  }

  private static CommandLine commandLine() {
    return new CommandLine(new Verbs());
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  private static String oneLine(String message) {
    return message.replaceAll("\\s+", " ").strip();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
