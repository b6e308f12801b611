package dev.transportbench.study;

import dev.transportbench.benchmark.CaptureOptions;
import dev.transportbench.benchmark.ForkJvm;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.profiler.LayersProfiler;
import dev.transportbench.profiler.LedgerProfiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs a fork by JMH: one {@link Runner} call of one fork of one cell. */
final class JmhForkRunner implements ForkRunner {
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(90);
  private static final int PATIENCE = 5;

  private final Study study;
  private final ForkClassPath classPath;
  private final CorePinning pinning = CorePinning.ofThisMachine();

  /** Of this jar. */
  JmhForkRunner(Plan plan) {
    this(plan, ForkClassPath.own());
  }

  JmhForkRunner(Plan plan, ForkClassPath classPath) {
    this.classPath = classPath;
    this.study = plan.study();
  }

  @Override
  public Optional<String> run(ForkTask task, RunFolder folder) {
    Path jmh = folder.forkJmh(task);
    Path partial = jmh.resolveSibling(jmh.getFileName() + ".partial");
    Duration patience = LEAST_PATIENCE.plus(ForkCost.of(task, study).multipliedBy(PATIENCE));
    try (ForkWatchdog watchdog = ForkWatchdog.start(patience, folder.threads(task))) {
      try {
        // What a killed run left behind must not pass for this fork's.
        Files.deleteIfExists(folder.forkRecord(task));
        Files.deleteIfExists(jmh);
        Runner one = new Runner(options(task, folder, partial));
        pinning.run(() -> classPath.run(one));
      } catch (RunnerException e) {
        Files.deleteIfExists(partial);
        if (String.valueOf(e.getMessage()).contains("JMH lock")) {
          throw new RunStoppedException(
              "another JMH benchmark is running on this machine, and would spoil both; wait for it,"
                  + " or give -Djmh.ignoreLock=true to java");
        }
        return Optional.of(watchdog.hung().orElseGet(() -> FailureReason.of(e, folder.log(task))));
      }
      if (!task.cell().params().containsKey(Cell.BACKEND)) {
        LedgerJson.write(
            folder.forkRecord(task), JmhJson.forkRecord(task.cell(), JmhJson.read(partial)));
      } else if (!Files.isRegularFile(folder.forkRecord(task))) {
        return Optional.of("the fork ended without leaving its record");
      }
      Files.move(partial, jmh, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void kill() {
    ForkWatchdog.killForks();
  }

  private Options options(ForkTask task, RunFolder folder, Path result) {
    Cell cell = task.cell();
    Study.Iterations measurement = task.profiled() ? Profiling.MEASUREMENT : study.measurement();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(cell.benchmark()) + "$")
            .mode(Mode.Throughput)
            .forks(1)
            .warmupIterations(study.warmup().count())
            .warmupTime(time(study.warmup().time()))
            .measurementIterations(measurement.count())
            .measurementTime(time(measurement.time()))
            .shouldFailOnError(true)
            .addProfiler(LedgerProfiler.class)
            .output(folder.log(task).toString())
            .resultFormat(ResultFormatType.JSON)
            .result(result.toString())
            .jvmArgs(ForkJvm.args().toArray(String[]::new))
            .jvmArgsAppend(properties(task, folder).toArray(String[]::new));
    if (task.profiled()) {
      options.addProfiler(LayersProfiler.class, profilerOptions(cell, folder));
    }
    cell.params().forEach((name, value) -> options.param(name, value));
    return options.build();
  }

  private String profilerOptions(Cell cell, RunFolder folder) {
    return study.profile() == Profiling.FLAME
        ? "flame=" + folder.flame().resolve(cell.slug()).toAbsolutePath()
        : "";
  }

  private List<String> properties(ForkTask task, RunFolder folder) {
    List<String> properties = new ArrayList<>(classPath.jvmArgs());
    properties.add("-Dbench.fork.record=" + folder.forkRecord(task).toAbsolutePath());
    properties.add("-Dbench.fork.index=" + task.fork());
    properties.add("-Dbench.seed=" + task.linkSeed());
    List<String> captures = CaptureOptions.ofThisProcess().jvmArgs();
    if (!captures.isEmpty()) {
      properties.addAll(captures);
      properties.add("-Dbench.capture.folder=" + folder.root().toAbsolutePath());
      properties.add("-Dbench.capture.stem=" + task.fileStem());
    }
    return properties;
  }

  private static TimeValue time(Duration duration) {
    return new TimeValue(duration.toMillis(), TimeUnit.MILLISECONDS);
  }
}
