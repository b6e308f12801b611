package dev.transportbench.benchmark.trial;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.ledger.ForkRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Leaves a fork's record where the run that started it will look. */
final class ForkRecords {
  /** The system property with the record's path; without it (plain JMH) none is written. */
  static final String RECORD_PROPERTY = "bench.fork.record";

  private ForkRecords() {}

  static void write(ForkRecord record) throws IOException {
    String path = System.getProperty(RECORD_PROPERTY);
    if (path == null) {
      return;
    }
    Path target = Path.of(path);
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    new ObjectMapper().writeValue(partial.toFile(), record);
    Files.move(
        partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
