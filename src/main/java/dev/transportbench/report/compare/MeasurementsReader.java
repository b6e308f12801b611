package dev.transportbench.report.compare;

import dev.transportbench.config.BadInputException;
import dev.transportbench.report.ResultFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reads a side of a comparison from wherever it is: JMH's JSON, or a folder that a run has written.
 */
final class MeasurementsReader {
  private static final String ALLOWED =
      "; allowed: a file of JMH's JSON, or a folder that a run has written";

  private MeasurementsReader() {}

  static Measurements read(Path path) {
    String shown = path.toString();
    if (!Files.exists(path)) {
      throw new BadInputException("'" + shown + "' does not exist" + ALLOWED);
    }
    if (!Files.isDirectory(path)) {
      if (!Files.isReadable(path)) {
        throw new BadInputException("'" + shown + "' cannot be read" + ALLOWED);
      }
      return JmhFile.read(shown, path);
    }
    if (!Files.isRegularFile(path.resolve("ledger.json"))) {
      throw new BadInputException("'" + shown + "' holds no ledger.json" + ALLOWED);
    }
    Path jmh = path.resolve("jmh.json");
    Map<String, MeasuredCell> iterations = Map.of();
    List<String> warnings = List.of();
    if (Files.isRegularFile(jmh)) {
      try {
        iterations = JmhFile.read(jmh.toString(), jmh).cells();
      } catch (BadInputException e) {
        // A run in which no cell is ok leaves an empty array.
        warnings = List.of("iterations are not known: " + e.getMessage());
      }
    }
    return new Measurements(
        shown, LedgerCells.of(ResultFolder.readLedger(path), iterations), warnings);
  }
}
