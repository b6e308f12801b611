package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.ResultFolder;
import dev.transportbench.report.history.HistoryPage;
import dev.transportbench.report.history.HistorySeries;
import dev.transportbench.report.history.HistoryStore;
import dev.transportbench.report.history.HistoryText;
import java.io.IOException;
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

    @Option(
        names = "--html",
        paramLabel = "FILE",
        description = "Write it there as one HTML file, instead of drawing it here.")
    private Path html;

    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    private boolean help;

    @Override
    public Integer call() throws IOException {
      HistorySeries series = HistorySeries.of(HistoryStore.read(store), words, figure);
      if (html == null) {
        HistoryText.lines(series).forEach(spec.commandLine().getOut()::println);
      } else {
        write(HistoryPage.html(series));
      }
      return ExitStatus.OK;
    }

    private void write(String page) {
      try {
        LedgerJson.writeText(html.toAbsolutePath(), page);
      } catch (IOException e) {
        throw new BadInputException(
            "--html: '%s' cannot be written; allowed: a file in a folder of your own"
                .formatted(html));
      }
    }
  }
}
