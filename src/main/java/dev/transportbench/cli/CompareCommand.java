package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.compare.CompareText;
import dev.transportbench.report.compare.Compared;
import dev.transportbench.report.compare.Comparer;
import dev.transportbench.report.compare.Floor;
import dev.transportbench.report.compare.Judging;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare}: is head slower than base, and how sure are we. */
@Command(
    name = "compare",
    description = "Compares two results: JMH's JSON, or folders that run has written.",
    footer = {
      "",
      "Exit status: 0 nothing regressed, 1 a figure regressed, 2 bad input, 3 (with --strict) a"
          + " figure",
      "is inconclusive."
    })
final class CompareCommand implements Callable<Integer> {
  enum Format {
    terminal,
    markdown,
    json,
    html
  }

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "BASE", description = "What it was before.")
  private Path base;

  @Parameters(index = "1", paramLabel = "HEAD", description = "What it is now.")
  private Path head;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "terminal",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Option(names = "--out", paramLabel = "FILE", description = "Write there, not to the terminal.")
  private Path out;

  @Option(
      names = "--allow-unlike",
      description = "Compare though JDK, kernel, CPU, link, netty or flags differ, and list them.")
  private boolean allowUnlike;

  @Option(
      names = "--floor",
      paramLabel = "FILE",
      description = "What aa found here: no verdict on a change that identical jars showed too.")
  private Path floor;

  @Option(names = "--strict", description = "Exit with 3 when a figure is inconclusive.")
  private boolean strict;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() throws IOException {
    Judging judging = Judging.once(allowUnlike);
    if (floor != null) {
      judging = judging.with(Floor.read(floor));
    }
    Compared compared = Comparer.compare(base, head, judging);
    String text = text(compared);
    if (out == null) {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
    } else {
      write(text);
    }
    if (compared.count(Verdict.REGRESSED) > 0) {
      return ExitStatus.FAILED;
    }
    return strict && compared.count(Verdict.INCONCLUSIVE) > 0
        ? ExitStatus.INCONCLUSIVE
        : ExitStatus.OK;
  }

  private String text(Compared compared) throws IOException {
    switch (format) {
      case markdown:
        return CompareText.markdown(compared);
      case json:
        return CompareText.json(compared);
      case html:
        return CompareText.html(compared);
      default:
        return CompareText.terminal(compared);
    }
  }

  private void write(String text) {
    try {
      LedgerJson.writeText(out.toAbsolutePath(), text);
    } catch (IOException e) {
      throw new BadInputException(
          "--out: '%s' cannot be written; allowed: a file in a folder of your own".formatted(out));
    }
  }
}
