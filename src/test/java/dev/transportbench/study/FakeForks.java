package dev.transportbench.study;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.ledger.Reading;
import dev.transportbench.study.noise.Noise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Forks that measure nothing, fail or are killed on demand, and leave the files of real ones. */
final class FakeForks implements ForkRunner {
  private static final Noise QUIET = new Noise(null, 0, 1, 2100.0, null, null);
  final List<String> ran = new ArrayList<>();
  final List<String> finished = new ArrayList<>();
  int killAfter = Integer.MAX_VALUE;
  boolean leaveDebris;
  String failTransport;
  boolean failProfiles;
  final Set<String> disturbed = new TreeSet<>();
  boolean quietAgain;
  Noise noise = QUIET;

  @Override
  public Optional<String> run(ForkTask task, RunFolder folder) {
    boolean loud =
        disturbed.contains(String.valueOf(task.cell().transport()))
            && !(quietAgain && task.attempt() > 0);
    noise = loud ? new Noise(null, 0, 20, 2100.0, null, null) : QUIET;
    ran.add(task.fileStem());
    boolean killed = killAfter-- == 0;
    try {
      if (killed) {
        if (leaveDebris) {
          Files.writeString(folder.forkRecord(task), "{\"half");
          Files.writeString(folder.forkJmh(task), "[");
        }
        throw new Killed();
      }
      if (failTransport != null && failTransport.equals(task.cell().transport())) {
        return Optional.of("boom");
      }
      if (failProfiles && task.profiled()) {
        return Optional.of("no profile");
      }
      boolean sends = task.cell().transport() != null;
      LedgerJson.write(folder.forkRecord(task), sends ? record() : recordWithoutRpcs());
      LedgerJson.writeText(
          folder.forkJmh(task),
          ("[{\"benchmark\": \"%s\", \"forks\": 1, \"primaryMetric\": {\"scorePercentiles\": {},"
                  + " \"rawData\": [[%d.0]]}, \"secondaryMetrics\": {}}]")
              .formatted(task.cell().benchmark(), task.fork() + 1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    finished.add(task.fileStem());
    return Optional.empty();
  }

  private static ForkRecord recordWithoutRpcs() {
    return Records.fork(new IterationRecord(0, Map.of(FigureName.SCORE, Reading.of(7)), Map.of()));
  }

  private static ForkRecord record() {
    return Records.fork(Records.iteration(50, 20, Map.of(FigureName.THROUGHPUT, Reading.of(5000))));
  }

  @Override
  public void kill() {}

  /** Stands for SIGKILL: nothing after it happens. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }
}
