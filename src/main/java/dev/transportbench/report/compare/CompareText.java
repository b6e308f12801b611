package dev.transportbench.report.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.transportbench.report.ReportWriter;
import dev.transportbench.report.TerminalTable;
import dev.transportbench.report.compare.ComparePage.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A comparison in each of its formats. */
public final class CompareText {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private CompareText() {}

  public static String markdown(Compared compared) throws IOException {
    return ReportWriter.render("compare.md.ftl", ComparePageBuilder.page(compared));
  }

  /** One file, nothing fetched. */
  public static String html(Compared compared) throws IOException {
    return ReportWriter.render("compare.html.ftl", ComparePageBuilder.page(compared));
  }

  public static String json(Compared compared) throws JsonProcessingException {
    return JSON.writeValueAsString(CompareJson.document(compared)) + "\n";
  }

  public static String terminal(Compared compared) {
    ComparePage page = ComparePageBuilder.page(compared);
    List<String> lines = new ArrayList<>();
    lines.add(page.verdict());
    lines.add(page.counts());
    lines.add("base: " + page.base());
    lines.add("head: " + page.head());
    page.unlike().forEach(line -> lines.add("UNLIKE: " + line));
    page.warnings().forEach(line -> lines.add("WARNING: " + line));
    for (ComparePage.Section section : page.sections()) {
      lines.add("");
      lines.add(section.title());
      lines.addAll(table(section, page.confidence()));
    }
    for (ComparePage.Place place : page.where()) {
      lines.add("");
      lines.add("Where: " + place.cell() + ", us of CPU per RPC");
      lines.addAll(place.notAvailable().isEmpty() ? layers(place) : notAvailable(place));
    }
    page.notJudged().forEach(line -> lines.add("not judged: " + line));
    page.onlyInBase().forEach(key -> lines.add("only in base: " + key));
    page.onlyInHead().forEach(key -> lines.add("only in head: " + key));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> notAvailable(ComparePage.Place place) {
    return List.of("  not available: " + place.notAvailable());
  }

  /** Those that changed; all of them stand in the other formats. */
  private static List<String> layers(ComparePage.Place place) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("side", "layer", "base", "head", "change"));
    place.rows().stream()
        .filter(ComparePage.LayerRow::clear)
        .map(row -> List.of(row.side(), row.layer(), row.base(), row.head(), row.change()))
        .forEach(rows::add);
    return rows.size() == 1
        ? List.of("  no layer changed by more than the samples can tell")
        : TerminalTable.aligned(rows, 2);
  }

  private static List<String> table(ComparePage.Section section, String confidence) {
    boolean open = section.kind().equals("inconclusive");
    List<List<String>> rows = new ArrayList<>();
    List<String> title = new ArrayList<>(List.of("cell", "figure", "base", "head", "change"));
    title.addAll(List.of(confidence + " interval", "p"));
    title.add(open ? "finds" : "effect");
    rows.add(title);
    for (Row row : section.rows()) {
      List<String> cells = new ArrayList<>();
      cells.addAll(List.of(row.cell(), row.figure(), row.base(), row.head()));
      cells.addAll(List.of(row.change(), row.interval(), row.p()));
      cells.add(open ? row.detectable() : row.effect());
      rows.add(cells);
    }
    List<String> aligned = new ArrayList<>(TerminalTable.aligned(rows, 2));
    for (int i = 0; i < section.rows().size(); i++) {
      String why = section.rows().get(i).why();
      if (!why.isEmpty()) {
        aligned.set(i + 1, aligned.get(i + 1) + "  " + why);
      }
    }
    return aligned;
  }
}
