package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.report.Precision;
import dev.transportbench.report.ReportWriter;
import dev.transportbench.report.TerminalTable;
import dev.transportbench.study.Budget;
import dev.transportbench.study.Plan;
import dev.transportbench.study.PlanText;
import dev.transportbench.study.Planner;
import dev.transportbench.study.Profiling;
import dev.transportbench.study.RunFolder;
import dev.transportbench.study.Studies;
import dev.transportbench.study.Study;
import dev.transportbench.study.StudyRun;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run}: measures a study. */
@Command(
    name = "run",
    description = "Measures a study and writes its results.",
    footer = {
      "",
      "Without --out, the results go to target/bench/STUDY/TIME/, and target/bench/STUDY/latest",
      "points there. A run that was stopped goes on with --resume; forks that have ended, well or",
      "not, are kept (--retry-failed runs those again that failed).",
      "",
      "Exit status: 0 all cells ok (those that cannot run here are listed), 1 a cell failed or is",
      "invalid, 2 bad input."
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "STUDY",
      description = "A name that the jar carries (quick, smoke), or the path of a .yaml file.")
  private String study;

  @Option(names = "--out", paramLabel = "DIR", description = "Write exactly there.")
  private Path out;

  @Option(
      names = "--resume",
      description = "Go on with the run in DIR; without --out, with the latest one.")
  private boolean resume;

  @Option(names = "--retry-failed", description = "With --resume: run the forks again that failed.")
  private boolean retryFailed;

  @Option(names = "--dry-run", description = "Show the plan, every fork of it, and end.")
  private boolean dryRun;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Shuffles the cells and seeds the links (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "Fit forks, and if need be iterations, into this time (90s, 20m, 2h), and say what"
              + " precision that buys.")
  private String budget;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "Run only the I-th of N parts; whatever is compared stays in one. The verb merge makes"
              + " one result of all.")
  private String shard;

  @Option(
      names = "--profile",
      paramLabel = "WHAT",
      description =
          "One more fork of each cell, which samples stacks: layers (CPU and allocation by layer),"
              + " or flame (that, and flame graphs). Overrides the study's field profile.")
  private String profile;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() throws IOException {
    PrintStream stdout = System.out;
    if (retryFailed && !resume) {
      throw new BadInputException(
          "--retry-failed: 'true' has nothing to go on with; allowed: together with --resume");
    }
    Plan plan = plan();
    RunFolder folder = folder(plan.study().name());
    if (dryRun) {
      PlanText.lines(plan, true).forEach(stdout::println);
      Precision.lines(plan.study().forks(), pairs(plan)).forEach(stdout::println);
      return ExitStatus.OK;
    }
    if (budget != null) {
      Precision.lines(plan.study().forks(), pairs(plan)).forEach(stdout::println);
    }
    Ledger ledger =
        StudyRun.live(
                plan, folder, stdout, spec.root().commandLine().getParseResult().originalArgs())
            .run(resuming());
    Path report = ReportWriter.writeMarkdown(ledger, folder.root());
    stdout.println();
    TerminalTable.lines(ledger).forEach(stdout::println);
    stdout.println("report: " + report);
    return status(ledger);
  }

  private Plan plan() {
    Planner planner = Planner.live();
    Plan plan = planner.plan(study(), seed);
    return budget == null ? plan : planner.plan(Budget.fit(plan, Budget.parse(budget)), seed);
  }

  /** Without contrasts, every cell against its like in another run. */
  private static int pairs(Plan plan) {
    return plan.study().contrasts().isEmpty() ? plan.cells().size() : plan.mostPairs();
  }

  private Study study() {
    Study loaded = Studies.load(study);
    if (profile == null) {
      return loaded;
    }
    Profiling profiling = Profiling.ofLabel(profile);
    if (profiling == null) {
      throw new BadInputException(
          "--profile: '%s' is unknown; allowed: %s".formatted(profile, Profiling.labels()));
    }
    return loaded.with(profiling);
  }

  private StudyRun.Resume resuming() {
    if (!resume) {
      return StudyRun.Resume.NO;
    }
    return retryFailed ? StudyRun.Resume.AND_REPEAT_FAILED : StudyRun.Resume.YES;
  }

  private RunFolder folder(String name) {
    if (out != null) {
      return RunFolder.at(out);
    }
    return resume ? RunFolder.latest(name) : RunFolder.fresh(name);
  }

  static int status(Ledger ledger) {
    boolean bad =
        ledger.cells().stream()
            .map(CellRecord::status)
            .anyMatch(
                status ->
                    status == CellRecord.Status.failed || status == CellRecord.Status.invalid);
    return bad ? ExitStatus.FAILED : ExitStatus.OK;
  }
}
