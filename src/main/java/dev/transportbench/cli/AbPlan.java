package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.stats.Looks;
import dev.transportbench.study.AbRun;
import dev.transportbench.study.Plan;
import dev.transportbench.study.Planner;
import dev.transportbench.study.Profiling;
import dev.transportbench.study.Studies;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A study for two jars: how often the time there is allows to look, decided before it starts. */
record AbPlan(Plan plan, Looks looks, Duration budget) {

  /**
   * @throws BadInputException when the study is faulty, or the time does not hold it once
   */
  static AbPlan of(String study, Duration budget, long seed) {
    Plan plan = Planner.live().plan(Studies.load(study).with(Profiling.NONE), seed);
    Duration once = plan.estimate().multipliedBy(2);
    double rounds = budget.toMillis() / (double) once.toMillis();
    if (rounds < 1) {
      throw new BadInputException(
          "--budget: '%s' does not hold %d cells × %d forks of two jars, about %d min; allowed: more"
                  .formatted(
                      TimeOption.text(budget),
                      plan.order().size() / plan.study().forks(),
                      plan.study().forks(),
                      (once.toSeconds() + 59) / 60)
              + " time, or a smaller study");
    }
    return new AbPlan(plan, Looks.within(rounds, plan.study().forks()), budget);
  }

  String name() {
    return plan.study().name();
  }

  AbRun.Asked asked() {
    List<Integer> stages = IntStream.range(0, looks.count()).mapToObj(looks::forksAt).toList();
    return new AbRun.Asked(plan, stages, budget);
  }

  /**
   * The jar that runs.
   *
   * @throws BadInputException when it is none
   */
  static Path ownJar() {
    try {
      Path code = Path.of(AbPlan.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(code)) {
        return code;
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    throw new BadInputException("HEAD: '' is missing, and this is no jar; allowed: HEAD.jar");
  }
}
