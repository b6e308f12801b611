package dev.transportbench.cli;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.ReportWriter;
import dev.transportbench.report.ResultFolder;
import dev.transportbench.report.compare.AbReport;
import dev.transportbench.report.compare.Compared;
import dev.transportbench.report.compare.Comparer;
import dev.transportbench.report.compare.FlameDifference;
import dev.transportbench.report.compare.Floor;
import dev.transportbench.report.compare.Judging;
import dev.transportbench.report.compare.SecondLook;
import dev.transportbench.report.compare.Where;
import dev.transportbench.report.html.HtmlReport;
import dev.transportbench.stats.Verdict;
import dev.transportbench.study.AbRun;
import dev.transportbench.study.ArmJar;
import dev.transportbench.study.Cell;
import dev.transportbench.study.Machine;
import dev.transportbench.study.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
    run.run(resume, new Looking());
    drawFlames();
    for (ArmJar jar : List.of(base, head)) {
      Ledger ledger = ResultFolder.readLedger(side(jar));
      ReportWriter.writeMarkdown(ledger, side(jar));
      HtmlReport.write(ledger, side(jar));
    }
    compared =
        compared
            .withLayers(Where.of(side(base), side(head), changed()))
            .named(base.title(), head.title());
    AbReport.write(compared, page(), folder.root());
    return compared;
  }

  private void drawFlames() throws IOException {
    Set<String> changed = changed();
    for (Cell cell : plan.plan().cells()) {
      String name = "flame/" + cell.slug();
      Path left = side(base).resolve(name + ".cpu.collapsed");
      Path right = side(head).resolve(name + ".cpu.collapsed");
      // A jar older than this writes none, and a profiled fork may fail.
      if (changed.contains(cell.key()) && Files.exists(left) && Files.exists(right)) {
        FlameDifference.between(
                left, cpu(base, cell.key()), right, cpu(head, cell.key()), cell.key())
            .write(folder.root().resolve(name + ".html"));
      }
    }
  }

  private double cpu(ArmJar jar, String key) {
    return ResultFolder.readLedger(side(jar)).cells().stream()
        .filter(cell -> cell.key().equals(key))
        .map(cell -> cell.figures().get(FigureName.CPU_PROCESS.label()))
        .filter(figure -> figure != null && figure.value() != null)
        .mapToDouble(Figure::value)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Judges what there is, whenever the run asks. */
  private final class Looking implements AbRun.Judge {
    @Override
    public Set<String> open(Path baseFolder, Path headFolder, int stage) {
      // What differs between the jars is what is asked about; it is listed, not refused.
      Judging judging = new Judging(true, plan.looks().alpha(), compared, floor);
      compared = Comparer.compare(baseFolder, headFolder, judging);
      looks = stage + 1;
      return compared.cellsWith(Verdict.INCONCLUSIVE);
    }

    @Override
    public Set<String> doubtful() {
      return SecondLook.cells(compared);
    }

    @Override
    public void again(Path baseFolder, Path headFolder) {
      Compared fresh =
          usable(baseFolder).stream().anyMatch(usable(headFolder)::contains)
              ? Comparer.compare(baseFolder, headFolder, Judging.once(true))
              : null;
      compared = SecondLook.confirmed(compared, fresh);
    }

    private static Set<String> usable(Path result) {
      return ResultFolder.readLedger(result).cells().stream()
          .filter(cell -> cell.status() == CellRecord.Status.ok)
          .map(CellRecord::key)
          .collect(Collectors.toSet());
    }

    @Override
    public Set<String> changed() {
      return Comparison.this.changed();
    }
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
        plan.budget(),
        plan.plan().seed(),
        base.commit(),
        head.commit());
  }
}
