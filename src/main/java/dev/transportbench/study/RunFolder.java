package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;

/**
 * The folder that a run writes.
 *
 * <pre>
 * ledger.json  jmh.json  report.md  latency/CELL.hlog   the result
 * journal.jsonl  forks/  logs/                          what resuming and doubting need
 * </pre>
 *
 * @param namedByTime whether {@code latest}, beside the folder, is to point to it
 */
public record RunFolder(Path root, boolean namedByTime) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'");
  private static final String LATEST = "latest";
  private static final Path DEFAULT_BASE = Path.of("target", "bench");

  /** Exactly this folder. */
  public static RunFolder at(Path root) {
    return new RunFolder(root, false);
  }

  /**
   * A new folder of a study under {@code target/bench/STUDY/}, named by the time; nothing is
   * created yet.
   */
  public static RunFolder fresh(String study) {
    String stamp = ZonedDateTime.now(ZoneOffset.UTC).format(STAMP);
    return new RunFolder(base(study).resolve(stamp), true);
  }

  /** The folder that a study's {@code latest} points to; a fresh one when none does. */
  public static RunFolder latest(String study) {
    Path latest = base(study).resolve(LATEST);
    try {
      return Files.isDirectory(latest)
          ? new RunFolder(latest.resolveSibling(Files.readSymbolicLink(latest)), true)
          : fresh(study);
    } catch (IOException e) {
      return fresh(study);
    }
  }

  /** Makes the folder alone, for what is no run itself but holds some. */
  public void createRoot() {
    try {
      Files.createDirectories(root);
      if (namedByTime) {
        becomeLatest();
      }
    } catch (IOException e) {
      throw bad("cannot be made: " + e, "a path where a folder can be made");
    }
  }

  private void becomeLatest() throws IOException {
    Path partial = root.resolveSibling(LATEST + ".partial");
    Files.deleteIfExists(partial);
    Files.createSymbolicLink(partial, root.getFileName());
    Files.move(
        partial,
        root.resolveSibling(LATEST),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path base(String study) {
    return DEFAULT_BASE.resolve(study);
  }

  /**
   * Checks that a run may write here, before anything is written.
   *
   * @param resume whether results that are there are to be continued
   * @throws BadInputException when it may not
   */
  public void check(boolean resume) {
    if (!Files.exists(root)) {
      return;
    }
    if (!Files.isDirectory(root)) {
      throw bad("is not a folder", "a folder, or a path where one can be made");
    }
    if (!Files.isReadable(root) || !Files.isWritable(root)) {
      throw bad("cannot be read and written", "a folder of your own");
    }
    if (isEmpty()) {
      return;
    }
    if (!resume) {
      throw bad("holds files already", "an empty or new folder, or --resume to go on with a run");
    }
    if (!Files.isRegularFile(journal())) {
      throw bad("holds files but no journal.jsonl", "a folder that a run has written");
    }
  }

  private boolean isEmpty() {
    try (Stream<Path> files = Files.list(root)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw bad("cannot be listed: " + e.getMessage(), "a folder of your own");
    }
  }

  private BadInputException bad(String problem, String allowed) {
    return new BadInputException("--out: '%s' %s; allowed: %s".formatted(root, problem, allowed));
  }

  /** Makes the folder and those inside it. */
  void create() {
    try {
      for (Path folder : new Path[] {forks(), logs(), latency()}) {
        Files.createDirectories(folder);
      }
      if (namedByTime) {
        becomeLatest();
      }
    } catch (IOException e) {
      throw bad("cannot be made: " + e, "a path where a folder can be made");
    }
  }

  public Path ledger() {
    return root.resolve("ledger.json");
  }

  public Path jmh() {
    return root.resolve("jmh.json");
  }

  public Path report() {
    return root.resolve("report.md");
  }

  Path journal() {
    return root.resolve("journal.jsonl");
  }

  Path forks() {
    return root.resolve("forks");
  }

  Path logs() {
    return root.resolve("logs");
  }

  Path latency() {
    return root.resolve("latency");
  }

  /** Flame graphs, when asked for; made by the fork that writes one. */
  Path flame() {
    return root.resolve("flame");
  }

  /** What the fork itself writes. */
  Path forkRecord(ForkTask task) {
    return forks().resolve(task.fileStem() + ".record.json");
  }

  /** JMH's result of the fork. */
  Path forkJmh(ForkTask task) {
    return forks().resolve(task.fileStem() + ".jmh.json");
  }

  /** What JMH and the fork print. */
  Path log(ForkTask task) {
    return logs().resolve(task.fileStem() + ".log");
  }

  /** The threads of a fork that hung. */
  Path threads(ForkTask task) {
    return logs().resolve(task.fileStem() + ".threads.txt");
  }

  /** As results name a file: relative to the folder. */
  String relative(Path file) {
    return root.relativize(file).toString();
  }
}
