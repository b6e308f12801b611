package dev.transportbench.profiler;

import dev.transportbench.ledger.Layer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Gives a stack its layer, by the lines of {@code layers.txt}; the rules stand at its head. */
final class LayerTable {
  private static final String RESOURCE = "layers.txt";
  private static final String CALLER = "-";

  /** {@code layer} is empty for a line that sends one to the caller. */
  private record Line(Optional<Layer> layer, Pattern frame) {}

  private final List<Line> lines;
  private final Map<String, Optional<Layer>> known = new HashMap<>();

  private LayerTable(List<Line> lines) {
    this.lines = lines;
  }

  /** The table that the jar carries. */
  static LayerTable read() {
    List<Line> lines = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                LayerTable.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
      String text;
      for (int number = 1; (text = in.readLine()) != null; number++) {
        if (!text.isBlank() && !text.startsWith("#")) {
          lines.add(line(text.strip(), number));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new LayerTable(lines);
  }

  private static Line line(String text, int number) {
    String[] fields = text.split("\\s+", 2);
    try {
      Optional<Layer> layer =
          fields[0].equals(CALLER)
              ? Optional.empty()
              : Optional.of(Layer.valueOf(fields[0].toUpperCase(Locale.ROOT)));
      return new Line(layer, Pattern.compile(fields[1]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      String why = e instanceof PatternSyntaxException syntax ? syntax.getDescription() : text;
      throw new IllegalStateException(RESOURCE + ":" + number + ": " + why, e);
    }
  }

  /**
   * @param frames outermost first
   * @param count how many of them count
   */
  Layer of(String[] frames, int count) {
    for (int i = count - 1; i >= 0; i--) {
      Optional<Layer> layer = known.computeIfAbsent(frames[i], this::ofFrame);
      if (layer.isPresent()) {
        return layer.get();
      }
    }
    return Layer.UNKNOWN;
  }

  private Optional<Layer> ofFrame(String frame) {
    for (Line line : lines) {
      if (line.frame.matcher(frame).find()) {
        return line.layer;
      }
    }
    return Optional.empty();
  }
}
