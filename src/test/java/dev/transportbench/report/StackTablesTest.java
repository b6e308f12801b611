package dev.transportbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackTablesTest {

  private static CellRecord cell(String transport, double... cpu) {
    CellRecord like = Ledgers.ok(transport, "clean", "veth", "1", 20_000, 1, Map.of());
    Map<String, Figure> figures = new LinkedHashMap<>(like.figures());
    List<Double> forks = new ArrayList<>();
    for (double value : cpu) {
      forks.add(value);
    }
    for (FigureName name : new FigureName[] {FigureName.CPU_CLIENT, FigureName.CPU_SERVER}) {
      figures.put(name.label(), new Figure(cpu[0], "us", forks, null));
    }
    return new CellRecord(
        like.key(),
        "dev.transportbench.benchmark.StackBenchmark.call",
        like.mode(),
        like.params(),
        like.link(),
        like.status(),
        null,
        cpu.length,
        Map.of(),
        List.of(),
        figures);
  }

  private static List<ReportPage.StackRow> rows(CellRecord... cells) {
    return StackTables.of(new CellGroups(List.of(cells))).get(0).rows();
  }

  @Test
  void aLayerIsTheDifferenceToTheOneBelow() {
    List<ReportPage.StackRow> rows = rows(cell("tls", 12, 12), cell("tcp", 10, 10));

    assertThat(rows).extracting(ReportPage.StackRow::layer).containsExactly("tcp", "tls");
    assertThat(rows.get(0).entries().subList(0, 2)).containsExactly("20", "–");
    assertThat(rows.get(1).below()).isEqualTo("tcp");
    assertThat(rows.get(1).entries().subList(0, 2)).containsExactly("24", "+4.0 (+4.0 to +4.0)");
    // The samples' other figures are the same in all cells.
    assertThat(rows.get(1).entries().get(3)).isEqualTo("+0.0 (+0.0 to +0.0)");
  }

  @Test
  void spreadWidensTheInterval() {
    String added = rows(cell("tcp", 10, 11), cell("tls", 12, 14)).get(1).entries().get(1);
    assertThat(added).startsWith("+5.0 (-").endsWith(")");
  }

  @Test
  void oneForkHasNoInterval() {
    assertThat(rows(cell("tcp", 10), cell("tls", 12)).get(1).entries().get(1)).isEqualTo("+4.0");
  }

  @Test
  void aLayerWhoseBaseIsMissingStandsAlone() {
    assertThat(rows(cell("http3", 12, 12)).get(0).entries().get(1)).isEqualTo("–");
  }

  @Test
  void otherBenchmarksHaveNoWaterfall() {
    assertThat(StackTables.of(new CellGroups(Ledgers.sample().cells()))).isEmpty();
  }
}
