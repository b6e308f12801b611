package dev.transportbench.cli;

import dev.transportbench.ledger.LedgerJson;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code doctor}: what this machine can do. */
@Command(
    name = "doctor",
    description = "Says what this machine can do, what is then missing, and how to get it.",
    footer = {"", "Exit status: 0 the study quick can run whole, 1 it cannot."})
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() {
    List<Finding> findings = Doctor.examine();
    boolean whole = findings.stream().noneMatch(f -> f.verdict() == Finding.Verdict.missing);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("quickRunsWhole", whole);
      all.put("findings", findings);
      out.println(LedgerJson.line(all));
    } else {
      print(findings, whole, out);
    }
    return whole ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private static void print(List<Finding> findings, boolean whole, PrintWriter out) {
    int width = findings.stream().mapToInt(f -> f.what().length()).max().orElse(0);
    for (Finding finding : findings) {
      out.println(
          "%-8s %s  %s"
              .formatted(
                  finding.verdict(),
                  finding.what() + " ".repeat(width - finding.what().length()),
                  finding.found()));
      if (finding.missing() != null) {
        String indent = " ".repeat(9 + width + 2);
        out.println(indent + "without it: " + finding.missing());
        out.println(indent + "to get it: " + finding.remedy());
      }
    }
    out.println();
    out.println(
        whole
            ? "The study quick can run whole here: run quick"
            : "The study quick cannot run whole here: see what is missing above.");
  }
}
