package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.rpc.Trait;
import dev.transportbench.stats.Family;
import dev.transportbench.study.noise.NoiseWatch;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Two jars, measured in turns on this machine: base's and head's fork of a cell are a block, which
 * of them runs first is drawn. So what drifts between hours hits both alike. Each arm leaves an
 * ordinary result folder, {@code base/} and {@code head/}.
 *
 * <p>Forks run in stages. After each a judge says which cells are still open, and those alone get
 * more. After the last, cells that seem to have changed are measured again by fresh forks, which
 * are looked at alone. What a stage holds is a matter of the plan and not of the clock, so that a
 * run that was stopped and resumed is judged as if it had not been; only the end of the budget
 * comes when it comes.
 */
public final class AbRun {
  /** Says after a stage which cells need more forks. */
  public interface Judge {

    /**
     * @param base result folder
     * @param head result folder
     * @param stage 0 for the first
     * @return keys of cells without a verdict
     */
    Set<String> open(Path base, Path head, int stage) throws IOException;

    /** After the last stage: keys of the cells to measure again. */
    default Set<String> doubtful() {
      return Set.of();
    }

    /**
     * After that, when there are such cells.
     *
     * @param base result folder, now of the fresh forks alone; {@code head} likewise
     */
    default void again(Path base, Path head) throws IOException {}

    /** At the end: keys of the cells that changed, to be profiled. */
    Set<String> changed();
  }

  /**
   * What is asked for.
   *
   * @param forksAtStages forks a side, all in all, at the end of each stage
   * @param budget for all forks of the stages, of both arms; what changed cells are measured again
   *     by, and profiled by, comes after it
   */
  public record Asked(Plan plan, List<Integer> forksAtStages, Duration budget) {

    int mostForks() {
      return forksAtStages.get(forksAtStages.size() - 1);
    }

    /** Fresh ones a side, of each cell that is measured again. */
    int freshForks() {
      return Math.max(Family.LEAST_FORKS, plan.study().forks());
    }

    /** The plan of one arm: every fork that may come to run. */
    Plan armPlan() {
      int forks = mostForks() + freshForks();
      Study study = plan.study().with(Profiling.FLAME).with(forks, plan.study().measurement());
      return new Plan(
          study,
          plan.cells(),
          plan.leftOut(),
          ForkOrder.of(plan.cells(), forks, plan.seed()),
          plan.seed());
    }
  }

  private final Asked asked;
  private final Plan plan;
  private final List<Arm> arms;
  private final AbProgress progress;

  AbRun(Asked asked, List<Arm> arms, AbProgress progress) {
    this.asked = asked;
    this.plan = asked.armPlan();
    this.arms = arms;
    this.progress = progress;
  }

  /**
   * A run on this machine.
   *
   * @param root folder of both arms
   * @throws BadInputException when a jar cannot run the plan
   */
  public static AbRun live(
      Asked asked, ArmJar base, ArmJar head, Path root, PrintStream out, List<String> commandLine) {
    LiveInventory inventory = new LiveInventory();
    List<String> notes = new ArmCheck(asked.plan(), inventory).check(base, head);
    AbProgress progress = new AbProgress(out, asked);
    notes.forEach(note -> out.println("note: " + note));
    List<Arm> arms = new ArrayList<>();
    for (ArmJar jar : List.of(base, head)) {
      Plan plan = asked.armPlan();
      JmhForkRunner runner = new JmhForkRunner(plan, ForkClassPath.of(jar));
      arms.add(
          new Arm(
              plan,
              RunFolder.at(root.resolve(jar.arm())),
              runner,
              progress.of(jar.arm()),
              jar.build(),
              inventory.transports(),
              commandLine));
    }
    return new AbRun(asked, arms, progress);
  }

  /**
   * Checks that a run may write its folders, before anything is written.
   *
   * @throws BadInputException when it may not
   */
  public void check(boolean resume) {
    arms.forEach(arm -> arm.folder.check(resume));
  }

  /**
   * Runs stage after stage until no cell is open or the budget has ended; then fresh forks of the
   * cells that seem to have changed, then one profiled fork of those that have.
   */
  public void run(boolean resume, Judge judge) {
    check(resume);
    arms.forEach(Arm::open);
    Thread ender = new Thread(this::end, "run-ender");
    Runtime.getRuntime().addShutdownHook(ender);
    try {
      for (Arm arm : arms) {
        arm.begin();
      }
      int stage = stages(judge);
      again(judge);
      profile(judge.changed());
      for (Arm arm : arms) {
        arm.write(0, asked.forksAtStages().get(stage));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      progress.ends();
      forget(ender);
      arms.forEach(Arm::close);
    }
  }

  private int stages(Judge judge) throws IOException {
    Set<String> open =
        plan.cells().stream()
            .filter(cell -> cell.notRun() == null)
            .map(Cell::key)
            .collect(Collectors.toSet());
    for (int stage = 0; ; stage++) {
      int forks = asked.forksAtStages().get(stage);
      progress.stage(stage, open.size(), forks);
      boolean whole = forks(open, 0, forks, true);
      for (Arm arm : arms) {
        arm.write(0, forks);
      }
      open = judge.open(arms.get(0).folder.root(), arms.get(1).folder.root(), stage);
      if (!whole || open.isEmpty() || stage == asked.forksAtStages().size() - 1) {
        if (!whole) {
          progress.budgetEnded();
        }
        return stage;
      }
    }
  }

  private void again(Judge judge) throws IOException {
    Set<String> cells = judge.doubtful();
    if (cells.isEmpty()) {
      return;
    }
    int first = asked.mostForks();
    int below = first + asked.freshForks();
    progress.again(cells.size(), asked.freshForks());
    forks(cells, first, below, false);
    for (Arm arm : arms) {
      arm.write(first, below);
    }
    judge.again(arms.get(0).folder.root(), arms.get(1).folder.root());
  }

  /** Whether all forks of these cells with such an index have run. */
  private boolean forks(Set<String> cells, int from, int below, boolean inBudget)
      throws IOException {
    for (ForkTask task : plan.order()) {
      if (task.fork() < from || task.fork() >= below || !cells.contains(task.cell().key())) {
        continue;
      }
      List<Arm> missing = inRandomOrder(task).stream().filter(arm -> !arm.hasEnded(task)).toList();
      if (missing.isEmpty()) {
        continue;
      }
      if (inBudget && !isTimeFor(missing.size())) {
        return false;
      }
      for (Arm arm : missing) {
        arm.run(task);
      }
    }
    return true;
  }

  /**
   * Drawn for every second fork of a cell, the other way round in the one after: each arm goes
   * first as often.
   */
  private List<Arm> inRandomOrder(ForkTask task) {
    long pair = task.fork() / 2;
    long seed = 31 * (31 * plan.seed() + pair) + task.cell().key().hashCode();
    boolean swap = new Random(seed).nextBoolean() ^ task.fork() % 2 == 1;
    return swap ? List.of(arms.get(1), arms.get(0)) : arms;
  }

  /** By what forks have taken so far, this run's and those of the one that it goes on with. */
  private boolean isTimeFor(int forks) {
    double used = 0;
    int ended = 0;
    for (Arm arm : arms) {
      used += arm.seconds(asked.mostForks());
      ended += arm.count(asked.mostForks());
    }
    double each = ended == 0 ? 0 : used / ended;
    return used + each * forks <= asked.budget().toMillis() / 1000.0;
  }

  private void profile(Collection<String> cells) throws IOException {
    List<Cell> changed = plan.cells().stream().filter(cell -> cells.contains(cell.key())).toList();
    List<ForkTask> tasks = ForkOrder.profiled(changed, plan.study().forks(), plan.seed());
    progress.profiles(tasks.size());
    for (ForkTask task : tasks) {
      for (Arm arm : inRandomOrder(task)) {
        if (!arm.hasEnded(task)) {
          arm.run(task);
        }
      }
    }
  }

  private void end() {
    arms.forEach(Arm::stop);
    progress.stopped();
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is being ended: the hook has its work to do.
    }
  }

  /** One of the two: a run into a folder of its own, fork by fork as it is told. */
  static final class Arm {
    private final Plan plan;
    private final RunFolder folder;
    private final ForkRunner runner;
    private final Map<String, Set<Trait>> transports;
    private final StudyRun forks;
    private Journal journal;
    private Map<String, Journal.Entry> ended = new LinkedHashMap<>();

    Arm(
        Plan plan,
        RunFolder folder,
        ForkRunner runner,
        Progress progress,
        Build build,
        Map<String, Set<Trait>> transports,
        List<String> commandLine) {
      this.plan = plan;
      this.folder = folder;
      this.runner = runner;
      this.transports = transports;
      forks =
          new StudyRun(
              plan,
              folder,
              runner,
              progress,
              build,
              transports,
              commandLine,
              () -> NoiseWatch.start()::end);
    }

    private void open() {
      try {
        if (!Files.exists(folder.journal())) {
          folder.create();
        }
        journal = Journal.open(folder.journal());
        folder.create();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void begin() throws IOException {
      forks.begin(journal);
      ended = forks.ended(journal);
    }

    private boolean hasEnded(ForkTask task) {
      return ended.containsKey(task.id());
    }

    private void run(ForkTask task) throws IOException {
      forks.runFork(task, journal);
      List<Journal.Entry> entries = journal.entries();
      ended.put(task.id(), entries.get(entries.size() - 1));
    }

    private double seconds(int below) {
      return measured(below).stream().mapToDouble(Journal.Entry::seconds).sum();
    }

    private int count(int below) {
      return measured(below).size();
    }

    private List<Journal.Entry> measured(int below) {
      return ended.values().stream().filter(entry -> entry.fork() < below).toList();
    }

    /** The result of the forks from an index to below another, and of what was profiled. */
    private Ledger write(int from, int below) throws IOException {
      Map<String, Object> environment = new LinkedHashMap<>(journal.header().environment());
      environment.put("endUtc", Environment.utcNow());
      environment.put("loadAtEnd", Environment.load());
      List<Journal.Entry> entries =
          ended.values().stream()
              .filter(
                  entry ->
                      entry.fork() >= from && entry.fork() < below
                          || entry.fork() == plan.study().forks())
              .toList();
      return new ResultFiles(planOf(entries, below), folder, transports)
          .write(entries, environment);
    }

    /** The plan, as far as the budget went. */
    private Plan planOf(List<Journal.Entry> entries, int below) {
      Set<String> begun = entries.stream().map(Journal.Entry::cell).collect(Collectors.toSet());
      List<Cell> cells = new ArrayList<>();
      for (Cell cell : plan.cells()) {
        boolean late = cell.notRun() == null && !begun.contains(cell.key());
        String why = late ? "the budget ended before its first fork" : cell.notRun();
        cells.add(new Cell(cell.benchmark(), cell.params(), why, cell.note()));
      }
      // A result says how many forks it was to have, not those of a second look.
      Study study = plan.study().with(below, plan.study().measurement());
      return new Plan(study, cells, plan.leftOut(), plan.order(), plan.seed());
    }

    private void stop() {
      if (journal != null) {
        journal.stop();
      }
      runner.kill();
    }

    private void close() {
      try {
        if (journal != null) {
          journal.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
