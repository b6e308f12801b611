package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.ResultFolder;
import dev.transportbench.report.export.Exports;
import dev.transportbench.stats.Direction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code export}: a result folder in another tool's format. */
@Command(
    name = "export",
    description = "Prints a result folder in another tool's format: see docs/exports.md.")
final class ExportCommand implements Callable<Integer> {
  private enum Format {
    JMH("jmh"),
    BENCHER("bencher"),
    GITHUB_SMALLER("github-smaller"),
    GITHUB_BIGGER("github-bigger"),
    CSV("csv");

    private final String label;

    Format(String label) {
      this.label = label;
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "A folder that run has written.")
  private Path folder;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description =
          "jmh (JMH's JSON, for jmh-visualizer and jmh.morethan.io), bencher (Bencher Metric Format),"
              + " github-smaller and github-bigger (github-action-benchmark's customSmallerIsBetter"
              + " and customBiggerIsBetter), csv.")
  private String format;

  @Option(names = "--out", paramLabel = "FILE", description = "Write there, not to the terminal.")
  private Path out;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() throws IOException {
    String text = text(format(), ResultFolder.readLedger(folder));
    if (out == null) {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
      return ExitStatus.OK;
    }
    try {
      LedgerJson.writeText(out.toAbsolutePath(), text);
      return ExitStatus.OK;
    } catch (IOException e) {
      throw new BadInputException(
          "--out: '%s' cannot be written; allowed: a file in a folder of your own".formatted(out));
    }
  }

  private Format format() {
    return Arrays.stream(Format.values())
        .filter(known -> known.label.equals(format))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--format: '%s' is unknown; allowed: %s"
                        .formatted(
                            format,
                            Arrays.stream(Format.values())
                                .map(known -> known.label)
                                .collect(Collectors.joining(", ")))));
  }

  private String text(Format wanted, Ledger ledger) throws IOException {
    switch (wanted) {
      case JMH:
        return Exports.jmh(folder);
      case BENCHER:
        return Exports.bencher(ledger);
      case GITHUB_SMALLER:
        return Exports.githubAction(ledger, Direction.LOWER_IS_BETTER);
      case GITHUB_BIGGER:
        return Exports.githubAction(ledger, Direction.HIGHER_IS_BETTER);
      default:
        return Exports.csv(ledger);
    }
  }
}
