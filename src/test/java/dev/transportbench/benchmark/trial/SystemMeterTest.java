package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.profiler.ProcessUsage;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SystemMeterTest {
  private final Map<String, Double> client = new TreeMap<>();
  private final Map<String, Double> server = new TreeMap<>();

  private Map<FigureName, Reading> measure(boolean hasTasks) {
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    try (SystemMeter meter =
        new SystemMeter(() -> Map.copyOf(client), () -> Map.copyOf(server), hasTasks)) {
      client.putAll(Map.of("packets.sent", 10.0, "packets.data.sent", 10.0));
      meter.begin(true);
      client.putAll(Map.of("packets.sent", 30.0, "packets.data.sent", 25.0));
      meter.end(readings, new ProcessUsage.Window(1, 0, Map.of(), Map.of(), 0), 10);
    }
    return readings;
  }

  @Test
  void whereThreadsAreNotToldOfEachFigureSaysSo() {
    Map<FigureName, Reading> readings = measure(false);

    assertThat(readings.get(FigureName.CPU_CLIENT_PEAK).notAvailable()).startsWith("needs Linux");
    assertThat(readings.get(FigureName.MEMORY_RSS).notAvailable()).startsWith("needs Linux");
    assertThat(readings.get(FigureName.SWITCHES_SERVER_VOLUNTARY).value()).isNull();
    assertThat(readings.get(FigureName.MEMORY_DIRECT).value()).isNotNull();
    assertThat(readings.get(FigureName.SYSCALLS).notAvailable()).contains("warm-up iteration");
  }

  /** 20 packets, 15 of them with data: 5 ACKs alone over 10 RPCs. */
  @Test
  void acksAreThePacketsWithoutData() {
    Map<FigureName, Reading> readings = measure(false);

    assertThat(readings.get(FigureName.WIRE_ACKS_UP).value()).isEqualTo(0.5);
    assertThat(readings.get(FigureName.WIRE_ACKS_DOWN).notAvailable()).contains("does not count");
  }
}
