package dev.transportbench.benchmark.trial;

import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.LedgerJson;
import java.io.IOException;
import java.nio.file.Path;

/** Leaves a fork's record where the run that started it will look. */
final class ForkRecords {
  /** The system property with the record's path; without it (plain JMH) none is written. */
  static final String RECORD_PROPERTY = "bench.fork.record";

  private ForkRecords() {}

  static void write(ForkRecord record) throws IOException {
    String path = System.getProperty(RECORD_PROPERTY);
    if (path != null) {
      LedgerJson.write(Path.of(path), record);
    }
  }
}
