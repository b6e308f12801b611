package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.compare.Compared;
import dev.transportbench.report.compare.Floor;
import dev.transportbench.report.compare.FloorText;
import dev.transportbench.study.ArmJar;
import dev.transportbench.study.Machine;
import dev.transportbench.study.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aa}: a jar against itself: what this machine makes of no change at all. */
@Command(
    name = "aa",
    description = {
      "Compares a jar with itself, several times, as ab does: how often this machine sees a change",
      "where there is none, and which change it would find."
    },
    footer = {
      "",
      "DIR/aa.json is what ab and compare take as --floor; DIR/1, DIR/2 … hold the comparisons.",
      "Exit status: 0 it was measured, 2 bad input."
    })
final class AaCommand implements Callable<Integer> {
  private static final int MOST_REPEATS = 1000;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "JAR",
      arity = "0..1",
      description = "A jar, or a git ref of this repository (default: this jar).")
  private String jar;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "Write there.")
  private Path out;

  @Option(
      names = "--study",
      paramLabel = "STUDY",
      defaultValue = "gate",
      description = "A name or the path of a .yaml file (default: ${DEFAULT-VALUE}).")
  private String study;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "5",
      description = "Comparisons (default: ${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "For each comparison (default: ${DEFAULT-VALUE}).")
  private String budget;

  @Option(names = "--resume", description = "Go on with what is in DIR.")
  private boolean resume;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the first comparison; each has the next (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() throws IOException {
    PrintStream stdout = System.out;
    if (repeats < 1 || repeats > MOST_REPEATS) {
      throw new BadInputException(
          "--repeats: '%d' is out of range; allowed: 1 to %d".formatted(repeats, MOST_REPEATS));
    }
    AbPlan plan = AbPlan.of(study, budget, 1, seed);
    Path path = jar == null ? AbPlan.ownJar() : new JarSource(stdout).of("JAR", jar);
    List<Compared> found = new ArrayList<>();
    for (int repeat = 0; repeat < repeats; repeat++) {
      RunFolder folder = RunFolder.at(out.resolve(Integer.toString(repeat + 1)));
      Comparison comparison =
          new Comparison(
              plan.once(seed + repeat),
              ArmJar.open("base", path),
              ArmJar.open("head", path),
              folder,
              null,
              spec.root().commandLine().getParseResult().originalArgs());
      found.add(comparison.run(resume, stdout));
    }
    Floor floor = Floor.of(plan.name(), Machine.conditions(), plan.plan().study().forks(), found);
    Path file = out.resolve("aa.json");
    LedgerJson.write(file, floor);
    stdout.println();
    FloorText.lines(floor).forEach(stdout::println);
    stdout.println("floor: " + file);
    return ExitStatus.OK;
  }
}
