package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.ReportWriter;
import dev.transportbench.report.ResultFolder;
import dev.transportbench.report.TerminalTable;
import dev.transportbench.study.RunFolder;
import dev.transportbench.study.ShardMerge;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code merge}: one result of a study's shards. */
@Command(
    name = "merge",
    description = "Makes one result of the shards of a study, run apart by run --shard I/N.",
    footer = {
      "",
      "All shards must be there, of one plan and one jar. Their machines may differ as long as",
      "whatever is compared ran on one of them.",
      "",
      "Exit status: as run's."
    })
final class MergeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "A folder of each shard.")
  private List<Path> folders;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "Write there.")
  private Path out;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() {
    List<ShardMerge.Input> inputs =
        folders.stream()
            .map(folder -> new ShardMerge.Input(folder, ResultFolder.readLedger(folder)))
            .toList();
    try {
      Ledger ledger = ShardMerge.merge(inputs, RunFolder.at(out));
      Path report = ReportWriter.writeMarkdown(ledger, out);
      PrintWriter stdout = spec.commandLine().getOut();
      TerminalTable.lines(ledger).forEach(stdout::println);
      stdout.println("report: " + report);
      return RunCommand.status(ledger);
    } catch (IOException e) {
      throw new BadInputException(
          "merge: a file of the shards cannot be read, or one of the result not written: "
              + e.getMessage()
              + "; allowed: folders that run --shard has written, whole");
    }
  }
}
