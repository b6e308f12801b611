package dev.transportbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.docs.Docs;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every sample of an output in the pages is what the code would print of the same numbers. */
class DocumentedSamplesTest {
  private static final Path GOLDEN =
      Path.of("src/test/resources/dev/transportbench/report/compare/sample.txt");

  private static List<Docs.Block> blocks(String language) {
    return Docs.blocks().stream().filter(block -> block.language().equals(language)).toList();
  }

  @Test
  void everyTextIsKnown() throws IOException {
    for (Docs.Block block : blocks("text")) {
      if (block.at().startsWith("README.md")) {
        theTerminalsTable(block);
      } else {
        assertThat(block.text()).as(block.at()).isEqualTo(Files.readString(GOLDEN));
      }
    }
    assertThat(blocks("text")).hasSize(2);
  }

  /** ServeCallIT holds that these are the fields that are printed. */
  @Test
  void everyObjectIsKnown() throws IOException {
    List<String> fields = new ArrayList<>();
    for (Docs.Block block : blocks("json")) {
      JsonNode node = new ObjectMapper().readTree(block.text());
      fields.add(
          String.join(" ", new TreeSet<>(node.propertyStream().map(Map.Entry::getKey).toList())));
    }
    assertThat(fields)
        .containsExactly("certificateSha256 transport url", "completed failed latencyMicros");
  }

  /** A part of a run: its numbers, put into a ledger, come out as they are shown. */
  private static void theTerminalsTable(Docs.Block block) {
    List<CellRecord> cells = new ArrayList<>();
    List<List<String>> shown = new ArrayList<>();
    String title = null;
    List<String> columns = List.of();
    for (String line : block.lines()) {
      List<String> row = Arrays.asList(line.strip().split(" {2,}"));
      if (line.matches(".*, concurrency \\d+ \\(\\w+\\)")) {
        title = line;
        shown.add(List.of(title));
      } else if (line.startsWith("  transport")) {
        columns = row;
        shown.add(row);
      } else if (line.startsWith("  ")) {
        cells.add(cell(title, columns, row));
        shown.add(row);
      } else if (!line.isEmpty()) {
        shown.add(List.of(line));
        if (line.startsWith("known answer")) {
          cells.add(knownAnswer(line.replaceFirst(".* took ([\\d.]+) µs.*", "$1")));
        }
      }
    }

    List<List<String>> printed = new ArrayList<>();
    List<String> head = List.of();
    for (String line : TerminalTable.lines(ledger(cells))) {
      List<String> row = Arrays.asList(line.strip().split(" {2,}"));
      if (line.startsWith("  transport")) {
        head = row;
      }
      if (line.startsWith("  ") && !row.get(0).startsWith("null")) {
        // README leaves a column out.
        List<String> kept = new ArrayList<>();
        for (String column : columns) {
          assertThat(head).as(block.at()).contains(column);
          kept.add(row.get(head.indexOf(column)));
        }
        printed.add(kept);
      } else if (!line.isEmpty() && !line.startsWith("  ")) {
        printed.add(List.of(line));
      }
    }

    assertThat(printed).as(block.at()).containsAll(shown);
    assertThat(cells).hasSizeGreaterThan(5);
  }

  private static CellRecord cell(String title, List<String> columns, List<String> row) {
    Map<String, Figure> figures = new LinkedHashMap<>();
    for (Column column : Column.values()) {
      int at = columns.indexOf(column.title());
      if (at > 0) {
        put(figures, column.figure(), value(row.get(at)));
      }
    }
    return record(
        row.get(0),
        title.replaceFirst(",.*", ""),
        title.replaceFirst(".*concurrency (\\d+).*", "$1"),
        title.replaceFirst(".*\\((\\w+)\\)", "$1"),
        figures);
  }

  /** One that is shown with decimals had some. */
  private static double value(String text) {
    double value = Double.parseDouble(text.replace(",", "").replace("°", ""));
    return text.replace("°", "").matches(".*\\.0+") ? value + 0.001 : value;
  }

  private static CellRecord knownAnswer(String micros) {
    Map<String, Figure> figures = new LinkedHashMap<>();
    put(figures, FigureName.LATENCY_P50, Double.parseDouble(micros));
    return record("null-20us", "clean", "1", "loopback", figures);
  }

  private static void put(Map<String, Figure> figures, FigureName name, double value) {
    figures.put(name.label(), new Figure(value, name.unit(), List.of(value, value), null));
  }

  private static CellRecord record(
      String transport,
      String impairment,
      String concurrency,
      String backend,
      Map<String, Figure> figures) {
    CellRecord like = Ledgers.ok(transport, impairment, backend, concurrency, 1, 1, Map.of());
    return new CellRecord(
        like.key(),
        like.benchmark(),
        like.mode(),
        new TreeMap<>(like.params()),
        new CellRecord.LinkRecord(Map.of(), List.of()),
        like.status(),
        null,
        2,
        Map.of(),
        List.of(),
        figures);
  }

  private static Ledger ledger(List<CellRecord> cells) {
    return new Ledger(1, "readme", "q", null, Map.of(), cells);
  }
}
