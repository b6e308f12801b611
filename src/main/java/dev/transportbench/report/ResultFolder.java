package dev.transportbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that a run has written, as a report reads it. */
public final class ResultFolder {
  private static final String LEDGER = "ledger.json";

  private ResultFolder() {}

  /**
   * @throws BadInputException when there is no such folder, or no ledger that this version reads
   */
  public static Ledger readLedger(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw bad(folder, Files.exists(folder) ? "is not a folder" : "does not exist");
    }
    Path file = folder.resolve(LEDGER);
    if (!Files.isRegularFile(file)) {
      throw bad(folder, "holds no " + LEDGER);
    }
    Ledger ledger;
    try {
      ledger = LedgerJson.read(file, Ledger.class);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw bad(folder, "holds a " + LEDGER + " that is no ledger, from line " + line + " on");
    } catch (IOException e) {
      throw bad(folder, "holds a " + LEDGER + " that cannot be read");
    }
    if (ledger == null || ledger.cells() == null) {
      throw bad(folder, "holds a " + LEDGER + " without cells");
    }
    if (ledger.schemaVersion() != Ledger.SCHEMA_VERSION) {
      throw bad(
          folder,
          "holds a ledger of schema version %d, and this version reads %d"
              .formatted(ledger.schemaVersion(), Ledger.SCHEMA_VERSION));
    }
    boolean whole =
        ledger.study() != null
            && (ledger.asked() == null
                || ledger.asked().contrasts() != null && ledger.asked().leftOut() != null)
            && ledger.environment() != null
            && ledger.cells().stream().allMatch(ResultFolder::isWhole);
    if (!whole) {
      throw bad(folder, "holds a " + LEDGER + " that lacks fields of a ledger or of its cells");
    }
    return ledger;
  }

  private static boolean isWhole(CellRecord cell) {
    return cell != null
        && cell.key() != null
        && cell.benchmark() != null
        && cell.mode() != null
        && cell.params() != null
        && cell.status() != null
        && cell.link() != null
        && cell.link().asked() != null
        && cell.link().measured() != null
        && cell.terms() != null
        && cell.figures() != null
        && cell.figures().values().stream()
            .allMatch(figure -> figure != null && figure.forks() != null);
  }

  private static BadInputException bad(Path folder, String problem) {
    return new BadInputException(
        "DIR: '%s' %s; allowed: a folder that a run has written".formatted(folder, problem));
  }
}
