package dev.transportbench.report.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.config.BadInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reads JMH's JSON of any version, and what other tools write in its shape. One pass over the file;
 * what is kept grows with cells and forks, not with iterations or histograms. Anything that is not
 * needed for a comparison may be missing; numbers may be text, and {@code NaN}.
 */
final class JmhFile {
  private static final String ALLOWED = "; allowed: JMH's JSON, an array of results";
  private static final int MOST_WARNINGS = 20;

  private final String shown;
  private final Map<String, MeasuredCell> cells = new LinkedHashMap<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  private JmhFile(String shown) {
    this.shown = shown;
  }

  /**
   * @param shown what complaints call the file
   * @throws BadInputException when it holds no results
   */
  static Measurements read(String shown, Path file) {
    JmhFile reading = new JmhFile(shown);
    try {
      reading.parse(file);
    } catch (JsonText.CompressedException e) {
      throw reading.bad("is compressed (" + e.getMessage() + ")");
    } catch (StreamConstraintsException e) {
      throw reading.bad("holds a number, a text or a nesting that no result of JMH has");
    } catch (JsonParseException e) {
      // The parser's own words are the only mark that all ends without an end have in common.
      boolean cut = e.getOriginalMessage().contains("end-of-input");
      throw reading.bad(
          cut ? "is cut off at line " + line(e) : "is not JSON from line " + line(e) + " on");
    } catch (IOException e) {
      throw reading.bad("cannot be read");
    }
    return new Measurements(
        shown, reading.cells, reading.warnings.stream().limit(MOST_WARNINGS).toList());
  }

  private static int line(JsonParseException e) {
    return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
  }

  private BadInputException bad(String problem) {
    return new BadInputException("'" + shown + "' " + problem + ALLOWED);
  }

  private void parse(Path file) throws IOException {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                StreamReadConstraints.builder().maxDocumentLength(-1).maxTokenCount(-1).build())
            .build();
    factory.setCodec(new ObjectMapper());
    try (BufferedReader text = JsonText.open(file);
        JsonParser json = factory.createParser(new LenientReader(text))) {
      JsonToken first = json.nextToken();
      if (first == null) {
        throw bad("is empty");
      }
      if (first != JsonToken.START_ARRAY) {
        throw bad(
            first == JsonToken.START_OBJECT ? "is an object, not an array" : "is not an array");
      }
      int entries = 0;
      while (json.nextToken() != JsonToken.END_ARRAY) {
        entry(json, ++entries);
      }
      if (json.nextToken() != null) {
        throw bad("goes on after the array's end");
      }
      if (entries == 0) {
        throw bad("is an empty array");
      }
      if (cells.isEmpty()) {
        throw bad("holds no result of JMH: no entry has a benchmark and a primaryMetric");
      }
    }
  }

  private void entry(JsonParser json, int number) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      warnings.add("entry " + number + " is no object: left out");
      return;
    }
    JmhEntry entry = JmhEntry.read(json);
    if (entry.benchmark() == null || !entry.hasPrimary()) {
      warnings.add("entry " + number + " has no benchmark or no primaryMetric: left out");
      return;
    }
    MeasuredCell cell = entry.cell();
    MeasuredCell before = cells.get(cell.key());
    if (before != null && !before.conditions().equals(cell.conditions())) {
      warnings.add(cell.key() + " is there twice, on unlike terms: the later one is left out");
    } else if (before != null) {
      warnings.add(cell.key() + " is there more than once: taken as further forks");
      cells.put(cell.key(), merged(before, cell));
    } else {
      cells.put(cell.key(), cell);
    }
  }

  private static MeasuredCell merged(MeasuredCell a, MeasuredCell b) {
    Map<String, MeasuredFigure> figures = new LinkedHashMap<>(a.figures());
    b.figures().forEach((name, figure) -> figures.merge(name, figure, MeasuredFigure::and));
    return new MeasuredCell(
        a.key(), a.benchmark(), a.mode(), a.params(), figures, a.conditions(), null);
  }
}
