package dev.transportbench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.study.noise.Noise;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code journal.jsonl}: the run's own memory. A first line says what runs; then one line for each
 * fork that ended, on disk before the next fork starts. A line that a crash tore off is dropped:
 * its fork runs again.
 *
 * <p>Only one process at a time can hold a journal open.
 */
final class Journal implements AutoCloseable {

  /**
   * What runs. A run is resumed only by the same.
   *
   * @param plan {@link Plan#fingerprint}
   * @param jar {@link Build#identity} of the code that measures
   * @param environment as it was at the start
   */
  record Header(
      String study, String plan, String jar, String java, Map<String, Object> environment) {}

  /**
   * A fork that ended.
   *
   * @param cell the cell's key
   * @param why the reason of a failure, one line; null when it ended well
   * @param record file of the fork's own record, relative to the folder; null after a failure
   * @param jmh file of JMH's result, likewise
   * @param startUtc ISO 8601
   * @param seconds wall-clock time, JVM start included
   * @param noise what the machine did meanwhile; null in a journal of before it was watched
   * @param attempt 1 for a fork that ran once more
   */
  record Entry(
      String cell,
      int fork,
      Status status,
      String why,
      String record,
      String jmh,
      String log,
      String startUtc,
      double seconds,
      Noise noise,
      int attempt) {

    /** As {@link ForkTask#id()}. */
    String id() {
      return ForkTask.id(cell, fork);
    }
  }

  /** How a fork ended. */
  enum Status {
    ok,
    failed
  }

  private final FileChannel channel;
  private Header header;
  private final List<Entry> entries = new ArrayList<>();
  private boolean stopped;

  /**
   * @param channel null where nothing is written
   */
  Journal(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens a journal, making it when there is none.
   *
   * @throws BadInputException when another process holds it, or when it is no journal
   */
  static Journal open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      boolean locked;
      try {
        locked = channel.tryLock() != null;
      } catch (OverlappingFileLockException e) {
        locked = false;
      }
      if (!locked) {
        throw new BadInputException(
            "--out: '%s' is being written by another run; allowed: a folder of its own"
                .formatted(file.getParent()));
      }
      Journal journal = new Journal(channel);
      journal.read(file);
      return journal;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // Until all is read.
    }
    int kept = parse(file, bytes.array());
    channel.truncate(kept);
    channel.position(kept);
  }

  /**
   * Reads all lines.
   *
   * @param file what complaints call it
   * @return the bytes of the whole ones
   */
  int parse(Path file, byte[] all) {
    int start = 0;
    int line = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == '\n') {
        line++;
        String text = new String(all, start, i - start, StandardCharsets.UTF_8);
        boolean last = i == all.length - 1;
        if (!accept(text)) {
          if (!last || header == null) {
            throw new BadInputException(
                "%s:%d: is not a line of a journal; allowed: a folder that a run has written"
                    .formatted(file, line));
          }
          break;
        }
        start = i + 1;
      }
    }
    if (header == null && all.length > 0 && !isTornHeader(all)) {
      throw new BadInputException(
          "%s:1: is not a line of a journal; allowed: a folder that a run has written"
              .formatted(file));
    }
    return start;
  }

  private static boolean isTornHeader(byte[] all) {
    String begun = "{\"study\":";
    int known = Math.min(all.length, begun.length());
    return new String(all, 0, known, StandardCharsets.UTF_8).equals(begun.substring(0, known));
  }

  private boolean accept(String line) {
    try {
      if (header == null) {
        Header read = LedgerJson.parse(line, Header.class);
        if (read.plan == null) {
          return false;
        }
        header = read;
        return true;
      }
      Entry entry = LedgerJson.parse(line, Entry.class);
      return entry.cell != null && entry.status != null && entries.add(entry);
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /** Null for a journal that has not begun. */
  Header header() {
    return header;
  }

  /** Forks that ended, oldest first. */
  List<Entry> entries() {
    return List.copyOf(entries);
  }

  void begin(Header first) throws IOException {
    if (header != null) {
      throw new IllegalStateException("began before");
    }
    write(LedgerJson.line(first));
    header = first;
  }

  /** Returns whether the fork counts: not after {@link #stop}. */
  synchronized boolean append(Entry entry) throws IOException {
    if (stopped) {
      return false;
    }
    write(LedgerJson.line(entry));
    return entries.add(entry);
  }

  private void write(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  /**
   * From here on no fork counts: the process is being ended, and with it the fork, whose failure
   * would be no finding.
   */
  synchronized void stop() {
    stopped = true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
