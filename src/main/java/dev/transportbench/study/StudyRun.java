package dev.transportbench.study;

import dev.transportbench.benchmark.CaptureOptions;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.rpc.Trait;
import dev.transportbench.study.noise.Noise;
import dev.transportbench.study.noise.NoiseWatch;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs a plan into a folder: fork by fork, each written to the journal when it ends, so that a run
 * that was stopped goes on where it was.
 */
public final class StudyRun {
  /** What a run does with results that its folder holds. */
  public enum Resume {
    /** Refuses such a folder. */
    NO,
    /** Goes on: forks that have ended, well or not, are kept. */
    YES,
    /** Goes on, and runs those again that failed. */
    AND_REPEAT_FAILED
  }

  private final Plan plan;
  private final RunFolder folder;
  private final ForkRunner runner;
  private final Progress progress;
  private final Build build;
  private final Map<String, Set<Trait>> transports;
  private final List<String> commandLine;
  private final Supplier<Supplier<Noise>> watch;

  /**
   * @param watch starts to watch the machine; what it gives ends that, and tells
   */
  StudyRun(
      Plan plan,
      RunFolder folder,
      ForkRunner runner,
      Progress progress,
      Build build,
      Map<String, Set<Trait>> transports,
      List<String> commandLine,
      Supplier<Supplier<Noise>> watch) {
    this.plan = plan;
    this.folder = folder;
    this.runner = runner;
    this.progress = progress;
    this.build = build;
    this.transports = transports;
    this.commandLine = commandLine;
    this.watch = watch;
  }

  /**
   * A run on this machine.
   *
   * @param out where progress is told
   * @param commandLine what the environment will say of how the run was started
   */
  public static StudyRun live(
      Plan plan, RunFolder folder, PrintStream out, List<String> commandLine) {
    return new StudyRun(
        plan,
        folder,
        new JmhForkRunner(plan),
        ProgressLog.to(out),
        Build.current(),
        new LiveInventory().transports(),
        commandLine,
        () -> NoiseWatch.start()::end);
  }

  /**
   * Runs every fork that has not ended before, then writes the result files.
   *
   * @param resume how to go on with what the folder holds
   * @throws BadInputException when the folder must not be written, or holds another run
   * @throws RunStoppedException when the run cannot go on
   */
  public Ledger run(Resume resume) {
    folder.check(resume != Resume.NO);
    // What is said wrongly is told before anything is written.
    CaptureOptions.ofThisProcess();
    if (!Files.exists(folder.journal())) {
      folder.create();
    }
    // A file that is no journal is found before anything is written beside it.
    try (Journal journal = Journal.open(folder.journal())) {
      folder.create();
      begin(journal);
      Thread ender = new Thread(() -> end(journal), "run-ender");
      Runtime.getRuntime().addShutdownHook(ender);
      try {
        runForks(journal, resume);
        Map<String, Object> environment = new LinkedHashMap<>(journal.header().environment());
        environment.put("endUtc", Environment.utcNow());
        environment.put("loadAtEnd", Environment.load());
        return new ResultFiles(plan, folder, transports)
            .write(List.copyOf(ended(journal).values()), environment);
      } finally {
        progress.ends();
        forget(ender);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes down what runs, or checks that it is what ran before. */
  void begin(Journal journal) throws IOException {
    String study = plan.study().name();
    Journal.Header now =
        new Journal.Header(
            study,
            plan.fingerprint(),
            build.identity(),
            Environment.javaVersion(),
            Environment.now(build, plan.seed(), commandLine));
    Journal.Header before = journal.header();
    if (before == null) {
      journal.begin(now);
      return;
    }
    refuseUnlike("study", before.study(), now.study());
    refuseUnlike("plan (cells, forks, iterations, seed)", before.plan(), now.plan());
    refuseUnlike("jar", before.jar(), now.jar());
    refuseUnlike("JDK", before.java(), now.java());
    refuseUnlike("set of captures", captures(before), captures(now));
  }

  private static String captures(Journal.Header header) {
    return String.valueOf(header.environment().getOrDefault(Environment.CAPTURES, List.of()));
  }

  private void refuseUnlike(String what, String before, String now) {
    if (!before.equals(now)) {
      throw new BadInputException(
          "--resume: '%s' was begun with another %s: %s, not %s; allowed: the same, or a new folder"
              .formatted(folder.root(), what, shortened(before), shortened(now)));
    }
  }

  private static String shortened(String text) {
    return text.matches("[0-9a-f]{40,}(-dirty)?") ? text.substring(0, 12) : text;
  }

  private void runForks(Journal journal, Resume resume) throws IOException {
    Map<String, Journal.Entry> ended = ended(journal);
    if (resume == Resume.AND_REPEAT_FAILED) {
      ended.values().removeIf(entry -> entry.status() == Journal.Status.failed);
    }
    progress.begins(plan, folder, secondsOf(ended));
    for (ForkTask task : plan.order()) {
      if (!ended.containsKey(task.id())) {
        runFork(task, journal);
      }
    }
    List<ForkTask> again = Repetitions.of(plan, ended(journal), journal);
    if (!again.isEmpty()) {
      progress.repeats(again);
      for (ForkTask task : again) {
        runFork(task, journal);
      }
    }
  }

  /** Runs a fork and writes it down. */
  void runFork(ForkTask task, Journal journal) throws IOException {
    progress.forkStarts(task);
    Instant start = Instant.now();
    long startNanos = System.nanoTime();
    Supplier<Noise> watched = watch.get();
    Optional<String> why = runner.run(task, folder);
    Noise noise = watched.get();
    double seconds = Duration.ofNanos(System.nanoTime() - startNanos).toMillis() / 1000.0;
    ForkRecord record = null;
    if (why.isEmpty()) {
      try {
        record = LedgerJson.read(folder.forkRecord(task), ForkRecord.class);
      } catch (IOException e) {
        why = Optional.of("the fork's record cannot be read: " + e.getMessage());
      }
    } else {
      settle();
    }
    if (journal.append(entry(task, why, start, seconds, noise))) {
      progress.forkEnds(task, seconds, record, why.orElse(null), noise);
    }
  }

  private Map<ForkTask, Double> secondsOf(Map<String, Journal.Entry> ended) {
    Map<ForkTask, Double> seconds = new LinkedHashMap<>();
    for (ForkTask task : plan.order()) {
      Journal.Entry entry = ended.get(task.id());
      if (entry != null) {
        boolean ok = entry.status() == Journal.Status.ok;
        seconds.put(task, ok ? entry.seconds() : Double.NaN);
      }
    }
    return seconds;
  }

  private Journal.Entry entry(
      ForkTask task, Optional<String> why, Instant start, double seconds, Noise noise) {
    boolean ok = why.isEmpty();
    return new Journal.Entry(
        task.cell().key(),
        task.fork(),
        ok ? Journal.Status.ok : Journal.Status.failed,
        why.orElse(null),
        ok ? folder.relative(folder.forkRecord(task)) : null,
        ok ? folder.relative(folder.forkJmh(task)) : null,
        folder.relative(folder.log(task)),
        start.toString(),
        seconds,
        noise,
        task.attempt());
  }

  /**
   * Ctrl-C reaches the fork and this process alike. A fork that failed by it is no finding: give
   * the shutdown hook time to say so.
   */
  private static void settle() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** For each fork the entry that counts, its files readable; any other fork runs again. */
  Map<String, Journal.Entry> ended(Journal journal) {
    Map<String, Journal.Entry> ended = new LinkedHashMap<>();
    for (Journal.Entry entry : journal.entries()) {
      String id = entry.id();
      if (entry.status() == Journal.Status.failed || isWhole(entry)) {
        ended.put(id, entry.attempt() > 0 ? Repetitions.better(ended.get(id), entry) : entry);
      } else if (entry.attempt() == 0) {
        ended.remove(id);
      }
    }
    return ended;
  }

  /** A crash of the machine can leave a file that is there and empty. */
  private boolean isWhole(Journal.Entry entry) {
    if (entry.record() == null || entry.jmh() == null) {
      return false;
    }
    try {
      ForkRecord record = LedgerJson.read(folder.root().resolve(entry.record()), ForkRecord.class);
      JmhJson.read(folder.root().resolve(entry.jmh()));
      return record != null && record.iterations() != null && record.terms() != null;
    } catch (IOException e) {
      return false;
    }
  }

  private void end(Journal journal) {
    journal.stop();
    runner.kill();
    progress.stopped();
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is being ended: the hook has its work to do.
    }
  }
}
