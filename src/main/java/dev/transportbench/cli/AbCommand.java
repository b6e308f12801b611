package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.report.compare.AbReport;
import dev.transportbench.report.compare.CompareText;
import dev.transportbench.report.compare.Compared;
import dev.transportbench.report.compare.Floor;
import dev.transportbench.stats.Looks;
import dev.transportbench.stats.Verdict;
import dev.transportbench.study.ArmJar;
import dev.transportbench.study.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ab}: two jars, measured in turns on this machine, and compared. */
@Command(
    name = "ab",
    description = "Measures two jars in turns on this machine, and compares them.",
    footer = {
      "",
      "Without --out, the results go to target/bench/ab-STUDY/TIME/, and"
          + " target/bench/ab-STUDY/latest",
      "points there: base/ and head/, which compare reads too, comparison.md, .json and .html,",
      "comment.md, and flame/ with what changed.",
      "",
      "Exit status: 0 nothing regressed, 1 a figure regressed or a cell fails in head only, 2 bad",
      "input, 3 (with --strict) a figure is inconclusive."
    })
final class AbCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "BASE",
      arity = "0..1",
      description = "The jar of before, or a git ref of this repository, which is built.")
  private String base;

  @Parameters(
      index = "1",
      paramLabel = "HEAD",
      arity = "0..1",
      description = "The jar of now, or a git ref (default: this jar).")
  private String head;

  @Option(
      names = "--property",
      paramLabel = "NAME=BASE,HEAD",
      description =
          "Instead of BASE and HEAD: build this commit twice, with -DNAME=BASE and -DNAME=HEAD, as"
              + " in netty.version=4.2.17.Final,4.2.18.Final.")
  private String property;

  @Option(
      names = "--study",
      paramLabel = "STUDY",
      defaultValue = "gate",
      description = "A name or the path of a .yaml file (default: ${DEFAULT-VALUE}).")
  private String study;

  @Option(names = "--out", paramLabel = "DIR", description = "Write exactly there.")
  private Path out;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "10m",
      description =
          "For all measured forks: what it holds beyond the study's own goes to cells without a"
              + " verdict (default: ${DEFAULT-VALUE}).")
  private String budget;

  @Option(
      names = "--looks",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "At most: each look at the data makes all of them stricter (default: ${DEFAULT-VALUE}, or"
              + " as many as the budget holds).")
  private int looks;

  @Option(names = "--resume", description = "Go on with what is in DIR, or in the latest one.")
  private boolean resume;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Shuffles cells and sides, and seeds the links (default: ${DEFAULT-VALUE}).")
  private long seed;

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
    PrintStream stdout = System.out;
    Floor known = floor == null ? null : Floor.read(floor);
    if (looks < 1 || looks > Looks.MOST) {
      throw new BadInputException(
          "--looks: '%d' is out of range; allowed: 1 to %d".formatted(looks, Looks.MOST));
    }
    AbPlan plan = AbPlan.of(study, budget, looks, seed);
    JarSource jars = new JarSource(stdout);
    List<Path> arms = property == null ? arms(jars) : jars.builds(property, base);
    RunFolder folder = folder("ab-" + plan.name());
    Comparison comparison =
        new Comparison(
            plan,
            ArmJar.open("base", arms.get(0)),
            ArmJar.open("head", arms.get(1)),
            folder,
            known,
            spec.root().commandLine().getParseResult().originalArgs());
    Compared compared = comparison.run(resume, stdout);
    stdout.println();
    stdout.print(CompareText.terminal(compared));
    stdout.println("comparison: " + folder.root().resolve(AbReport.MARKDOWN));
    if (compared.count(Verdict.REGRESSED) > 0 || comparison.failsInHeadOnly()) {
      return ExitStatus.FAILED;
    }
    return strict && compared.count(Verdict.INCONCLUSIVE) > 0
        ? ExitStatus.INCONCLUSIVE
        : ExitStatus.OK;
  }

  private List<Path> arms(JarSource jars) {
    if (base == null) {
      throw new BadInputException(
          "BASE: '' is missing; allowed: a jar or a git ref, or --property NAME=BASE,HEAD");
    }
    return List.of(jars.of("BASE", base), head == null ? AbPlan.ownJar() : jars.of("HEAD", head));
  }

  private RunFolder folder(String name) {
    if (out != null) {
      return RunFolder.at(out);
    }
    return resume ? RunFolder.latest(name) : RunFolder.fresh(name);
  }
}
