package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static ObjectNode fork(String index, String primary, String latency) throws IOException {
    String metric =
        "{\"score\": 0, \"scoreError\": \"NaN\", \"scoreConfidence\": [\"NaN\", \"NaN\"],"
            + " \"scorePercentiles\": {\"0.0\": 0, \"50.0\": 0, \"100.0\": 0},"
            + " \"scoreUnit\": \"u\", \"rawData\": [[%s]]}";
    return (ObjectNode)
        MAPPER.readTree(
            ("{\"jmhVersion\": \"1.37\", \"benchmark\": \"x.Y.z\", \"forks\": 1,"
                    + " \"jvm\": \"/some/where/bin/java\","
                    + " \"jvmArgs\": [\"-Xmx1g\", \"-Dbench.fork.index="
                    + index
                    + "\", \"-Dbench.seed=1\"],"
                    + " \"primaryMetric\": %s, \"secondaryMetrics\":"
                    + " {\"cpu.client\": %s, \"latency.p50\": %s, \"latency.p99\": %s}}")
                .formatted(
                    metric.formatted(primary),
                    metric.formatted(primary),
                    metric.formatted(latency),
                    metric.formatted(latency)));
  }

  private static ObjectNode merged() throws IOException {
    return JmhJson.merge(
        List.of(fork("0", "1, 2", "7, 8"), fork("1", "3, 4", "9, 9")),
        Map.of(
            "latency.p50", new Figure(8.25, "us", List.of(7.5, 9.0), null),
            "latency.p99", new Figure(null, "us", List.of(), "n=100: needs 1000")));
  }

  @Test
  void aForkWithoutARecordGetsOneOfJmhsResults() throws IOException {
    Cell cell = new Cell("x.Y.z", Map.of("codec", "tls"), null, null);
    ForkRecord record = JmhJson.forkRecord(cell, fork("0", "1, 2", "7, 8"));

    assertThat(record.iterations()).hasSize(2);
    assertThat(record.iterations().get(1).readings().get(FigureName.SCORE).value()).isEqualTo(2);
    assertThat(record.iterations().get(1).readings().get(FigureName.CPU_CLIENT).value())
        .isEqualTo(2);
    assertThat(record.params()).isEqualTo(Map.of("codec", "tls"));
    assertThat(record.violations()).isEmpty();
  }

  @Test
  void putsTheForksBesideEachOther() throws IOException {
    ObjectNode merged = merged();

    assertThat(merged.get("forks").intValue()).isEqualTo(2);
    assertThat(merged.at("/primaryMetric/rawData").toString()).isEqualTo("[[1,2],[3,4]]");
  }

  @Test
  void scoresAreThoseOfAllRawData() throws IOException {
    for (String at : List.of("/primaryMetric", "/secondaryMetrics/cpu.client")) {
      // Mean 2.5; standard error sqrt(5/3)/2 = 0.645497; t(0.9995, 3) = 12.92398; half-width
      // 8.3424.
      assertThat(merged().at(at + "/score").doubleValue()).isEqualTo(2.5);
      assertThat(merged().at(at + "/scoreError").doubleValue()).isCloseTo(8.3424, within(0.001));
      assertThat(merged().at(at + "/scoreConfidence/0").doubleValue())
          .isCloseTo(-5.8424, within(0.001));
      assertThat(merged().at(at + "/scoreConfidence/1").doubleValue())
          .isCloseTo(10.8424, within(0.001));
      assertThat(merged().at(at + "/scorePercentiles").toString())
          .isEqualTo("{\"0.0\":1.0,\"50.0\":2.5,\"100.0\":4.0}");
    }
  }

  @Test
  void quantilesAreTheLedgersAndUnpublishedOnesAreLeftOut() throws IOException {
    ObjectNode secondary = (ObjectNode) merged().get("secondaryMetrics");

    assertThat(secondary.at("/latency.p50/score").doubleValue()).isEqualTo(8.25);
    assertThat(secondary.at("/latency.p50/scoreError").doubleValue()).isNaN();
    assertThat(secondary.at("/latency.p50/rawData").toString()).isEqualTo("[[7,8],[9,9]]");
    assertThat(secondary.has("latency.p99")).isFalse();
  }

  @Test
  void namesNoFolderAndNoFork() throws IOException {
    assertThat(merged().get("jvm").textValue()).isEqualTo("java");
    assertThat(merged().get("jvmArgs").toString()).isEqualTo("[\"-Xmx1g\"]");
  }

  @Test
  void keepsNotANumberAsJmhWritesIt() throws IOException {
    ObjectNode merged = JmhJson.merge(List.of(fork("0", "\"NaN\", 2", "1")), Map.of());

    assertThat(MAPPER.writeValueAsString(merged.at("/primaryMetric")))
        .contains("\"score\":\"NaN\"")
        .contains("\"rawData\":[[\"NaN\",2]]");
  }

  @Test
  void refusesWhatIsNotOneBenchmark(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "[]");

    org.assertj.core.api.Assertions.assertThatThrownBy(() -> JmhJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage("x.json is not JMH's result of one benchmark");
  }
}
