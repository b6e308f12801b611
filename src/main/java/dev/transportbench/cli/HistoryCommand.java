package dev.transportbench.cli;

import dev.transportbench.report.ResultFolder;
import dev.transportbench.report.history.HistoryStore;
import dev.transportbench.report.history.HistoryText;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code history}: many runs in one file. */
@Command(
    name = "history",
    description = "Keeps results of many runs, and shows where a figure changed.",
    subcommands = {HistoryCommand.Add.class, HistoryCommand.Show.class})
final class HistoryCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code history add}. */
  @Command(name = "add", description = "Appends a result folder to a store, a file of JSON Lines.")
  static final class Add implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "A folder that run has written.")
    private Path folder;

    @Option(names = "--store", required = true, paramLabel = "FILE", description = "The store.")
    private Path store;

    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    private boolean help;

    @Override
    public Integer call() {
      int added = HistoryStore.add(ResultFolder.readLedger(folder), store);
      spec.commandLine().getOut().println("added: " + added + " cells to " + store);
      return ExitStatus.OK;
    }
  }

  /** {@code history show}. */
  @Command(name = "show", description = "Draws a cell's figure over the runs of a store.")
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
        arity = "1..*",
        paramLabel = "CELL",
        description = "A cell's key, or words that only its key has: transport=tcp.")
    private List<String> words;

    @Option(names = "--store", required = true, paramLabel = "FILE", description = "The store.")
    private Path store;

    @Option(
        names = "--figure",
        paramLabel = "NAME",
        defaultValue = "latency.p50",
        description = "One of docs/ledger.md (default: ${DEFAULT-VALUE}).")
    private String figure;

    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    private boolean help;

    @Override
    public Integer call() {
      HistoryText.lines(HistoryStore.read(store), words, figure)
          .forEach(spec.commandLine().getOut()::println);
      return ExitStatus.OK;
    }
  }
}
