package dev.transportbench.cli;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.ReportWriter;
import dev.transportbench.report.ResultFolder;
import dev.transportbench.report.compare.AbReport;
import dev.transportbench.report.compare.Compared;
import dev.transportbench.report.compare.Comparer;
import dev.transportbench.report.compare.Floor;
import dev.transportbench.report.compare.Judging;
import dev.transportbench.report.compare.Where;
import dev.transportbench.stats.Verdict;
import dev.transportbench.study.AbRun;
import dev.transportbench.study.ArmJar;
import dev.transportbench.study.Machine;
import dev.transportbench.study.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Two jars measured in turns, looked at as planned, and what is written of it. */
final class Comparison {
  private final AbPlan plan;
  private final ArmJar base;
  private final ArmJar head;
  private final RunFolder folder;
  private final Floor floor;
  private final List<String> commandLine;
  private Compared compared;
  private int looks;

  /**
   * @param floor null when not known
   */
  Comparison(
      AbPlan plan,
      ArmJar base,
      ArmJar head,
      RunFolder folder,
      Floor floor,
      List<String> commandLine) {
    this.plan = plan;
    this.base = base;
    this.head = head;
    this.folder = folder;
    this.floor = floor;
    this.commandLine = commandLine;
  }

  private Path side(ArmJar jar) {
    return folder.root().resolve(jar.arm());
  }

  /** Measures, compares, writes. */
  Compared run(boolean resume, PrintStream out) throws IOException {
    if (floor != null) {
      floor.refuseUnlike(Machine.conditions());
    }
    AbRun run = AbRun.live(plan.asked(), base, head, folder.root(), out, commandLine);
    run.check(resume);
    folder.createRoot();
    out.println("results: " + folder.root());
    run.run(resume, this::look, this::changed);
    for (ArmJar jar : List.of(base, head)) {
      ReportWriter.writeMarkdown(ResultFolder.readLedger(side(jar)), side(jar));
    }
    compared =
        compared
            .with(Where.of(side(base), side(head), changed()))
            .named(base.title(), head.title());
    AbReport.write(compared, page(), folder.root());
    return compared;
  }

  private Set<String> look(Path baseFolder, Path headFolder, int stage) {
    // What differs between the jars is what is asked about; it is listed, not refused.
    Judging judging = new Judging(true, plan.looks().alpha(), compared, floor);
    compared = Comparer.compare(baseFolder, headFolder, judging);
    looks = stage + 1;
    return compared.cellsWith(Verdict.INCONCLUSIVE);
  }

  private Set<String> changed() {
    return compared.cellsWith(Verdict.REGRESSED, Verdict.IMPROVED);
  }

  /** Whether head lost a cell that base has. */
  boolean failsInHeadOnly() {
    Ledger left = ResultFolder.readLedger(side(base));
    Ledger right = ResultFolder.readLedger(side(head));
    return right.cells().stream()
        .filter(cell -> isBad(cell))
        .anyMatch(
            cell ->
                left.cells().stream()
                    .anyMatch(other -> other.key().equals(cell.key()) && !isBad(other)));
  }

  private static boolean isBad(CellRecord cell) {
    return cell.status() == CellRecord.Status.failed || cell.status() == CellRecord.Status.invalid;
  }

  private AbReport.Terms page() {
    return new AbReport.Terms(
        plan.name(),
        looks,
        plan.looks().count(),
        TimeOption.text(plan.budget()),
        plan.plan().seed(),
        base.commit(),
        head.commit());
  }
}
