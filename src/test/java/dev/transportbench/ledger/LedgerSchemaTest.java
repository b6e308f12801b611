package dev.transportbench.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class LedgerSchemaTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Every figure once, by turns with a value and without. */
  private static JsonNode ledger() throws Exception {
    Map<String, Figure> figures = new TreeMap<>();
    for (FigureName name : FigureName.values()) {
      figures.put(
          name.label(),
          name.ordinal() % 2 == 0
              ? new Figure(1.5, name.unit(), java.util.Arrays.asList(1.0, null, 2.0), null)
              : new Figure(null, name.unit(), List.of(), "nobody looked"));
    }
    for (Layer layer : Layer.values()) {
      figures.put(StackProfile.figure(layer.label()), new Figure(2.0, "us", List.of(), null));
    }
    StackProfile.Shares shares =
        new StackProfile.Shares(
            9, 2.5, Map.of("tls", .5, "netty", .5), List.of(new StackProfile.Top("byte[]", 1)));
    CellRecord cell =
        new CellRecord(
                "x.Y.z[transport=tls]",
                "x.Y.z",
                "thrpt",
                Map.of("transport", "tls"),
                new CellRecord.LinkRecord(Map.of("profile", "clean"), List.of(Map.of())),
                CellRecord.Status.ok,
                null,
                3,
                Map.of("client.congestion", "cubic"),
                List.of(Map.of("stealPercent", 0.5)),
                figures)
            .with(
                new StackProfile(
                    null, "perf events", 500, Map.of("client", shares), Map.of(), Map.of()),
                figures);
    Ledger ledger =
        new Ledger(
            Ledger.SCHEMA_VERSION,
            "mine",
            "q",
            new Ledger.Asked(
                null,
                null,
                null,
                3,
                "1 × 1 s",
                "2 × 2 s",
                List.of(new Ledger.Contrast("transport", "tcp", "tls")),
                List.of(new Ledger.LeftOut("x.Y.z[]", "excluded by the study"))),
            Map.of("jdk", "17"),
            List.of(cell));
    return MAPPER.readTree(LedgerJson.line(ledger));
  }

  @Test
  void aWholeLedgerIsAsTheSchemaSays() throws Exception {
    assertThat(LedgerSchema.problems(ledger())).isEmpty();
  }

  @Test
  void whatIsNotALedgerIsFound() throws Exception {
    assertThat(broken(cell -> cell.remove("figures"))).isNotEmpty();
    assertThat(broken(cell -> cell.put("status", "fine"))).isNotEmpty();
    assertThat(broken(cell -> cell.put("why", "an ok cell needs no reason"))).isNotEmpty();
    assertThat(broken(cell -> cell.put("status", "failed"))).isNotEmpty();
    assertThat(broken(cell -> figure(cell).remove("value"))).isNotEmpty();
    assertThat(broken(cell -> figure(cell).put("notAvailable", "both"))).isNotEmpty();
    assertThat(broken(cell -> figure(cell).put("unit", "furlong"))).isNotEmpty();
    assertThat(broken(cell -> ((ObjectNode) cell.at("/profile/cpu/client/layers")).put("tsl", .1)))
        .isNotEmpty();
  }

  private static ObjectNode figure(ObjectNode cell) {
    return (ObjectNode) cell.at("/figures/throughput");
  }

  private static List<String> broken(Consumer<ObjectNode> fault) throws Exception {
    JsonNode ledger = ledger();
    fault.accept((ObjectNode) ledger.at("/cells/0"));
    return LedgerSchema.problems(ledger);
  }

  @Test
  void theSchemaKnowsEveryLayer() throws Exception {
    JsonNode schema = MAPPER.readTree(new java.io.File("docs/ledger.schema.json"));
    TreeSet<String> inSchema = new TreeSet<>();
    StreamSupport.stream(
            schema
                .at("/$defs/sides/additionalProperties/properties/layers/propertyNames/enum")
                .spliterator(),
            false)
        .forEach(name -> inSchema.add(name.textValue()));
    assertThat(inSchema)
        .containsExactlyInAnyOrderElementsOf(
            java.util.Arrays.stream(Layer.values()).map(Layer::label).toList());
  }
}
