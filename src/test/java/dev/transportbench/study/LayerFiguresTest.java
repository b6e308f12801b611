package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Layer;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.StackProfile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LayerFiguresTest {
  private static final CellRecord CELL =
      CellAssembly.of(
          new Cell("x.Y.z", Map.of("transport", "tls"), null, null),
          List.of(),
          List.of(
              Records.fork(
                  Records.iteration(
                      100,
                      20,
                      Map.of(
                          FigureName.CPU_CLIENT, Reading.of(10),
                          FigureName.CPU_SERVER, Reading.of(8),
                          FigureName.CPU_GC, Reading.of(1))))),
          true);

  private static StackProfile.Shares shares(Map<String, Double> layers) {
    // What the disturbed fork used itself must show nowhere.
    return new StackProfile.Shares(1000, 99, layers, List.of());
  }

  @Test
  void aSidesLayersAddUpToTheSide() {
    StackProfile profile =
        new StackProfile(
            null,
            "perf events",
            500,
            Map.of(
                "client", shares(Map.of("tls", .3, "netty", .7)),
                "server", shares(Map.of("tls", .25, "netty", .5, "unknown", .25)),
                "gc", shares(Map.of("gc", 1.0))),
            Map.of(),
            Map.of());

    CellRecord cell = LayerFigures.add(CELL, profile);

    assertThat(value(cell, "cpu.layer.client.tls")).isCloseTo(3, within(1e-9));
    assertThat(value(cell, "cpu.layer.server.tls")).isCloseTo(2, within(1e-9));
    assertThat(value(cell, "cpu.layer.tls")).isCloseTo(5, within(1e-9));
    assertThat(value(cell, "cpu.layer.gc")).isCloseTo(1, within(1e-9));
    double all =
        Arrays.stream(Layer.values())
            .mapToDouble(layer -> value(cell, "cpu.layer." + layer.label()))
            .sum();
    assertThat(all).isCloseTo(10 + 8 + 1, within(1e-9));
    assertThat(cell.profile()).isEqualTo(profile);
  }

  @Test
  void withoutAProfileTheCellSaysWhy() {
    CellRecord cell = LayerFigures.add(CELL, StackProfile.none("no async-profiler here"));

    assertThat(cell.profile().notAvailable()).isEqualTo("no async-profiler here");
    assertThat(cell.figures()).isEqualTo(CELL.figures());
    assertThat(cell.status()).isEqualTo(CellRecord.Status.ok);
  }

  private static double value(CellRecord cell, String name) {
    return cell.figures().get(name).value();
  }
}
