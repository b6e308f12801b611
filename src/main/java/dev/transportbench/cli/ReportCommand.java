package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.ReportWriter;
import dev.transportbench.report.ResultFolder;
import dev.transportbench.report.html.HtmlReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: makes a result folder's report anew. */
@Command(
    name = "report",
    description = "Writes report.md and report.html into a result folder, from what is there.")
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "A folder that run has written.")
  private Path folder;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() {
    Ledger ledger = ResultFolder.readLedger(folder);
    try {
      Path text = ReportWriter.writeMarkdown(ledger, folder);
      Path page = HtmlReport.write(ledger, folder);
      spec.commandLine().getOut().println("report: " + text);
      spec.commandLine().getOut().println("report: " + page);
      return ExitStatus.OK;
    } catch (IOException e) {
      throw new BadInputException(
          "DIR: '%s' cannot be written; allowed: a folder of your own".formatted(folder));
    }
  }
}
