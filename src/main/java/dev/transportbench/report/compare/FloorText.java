package dev.transportbench.report.compare;

import dev.transportbench.report.ChangeText;
import dev.transportbench.report.TerminalTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A floor as a person reads it. */
public final class FloorText {
  private FloorText() {}

  public static List<String> lines(Floor floor) {
    int wrong = floor.figures().values().stream().mapToInt(Floor.OfFigure::falseVerdicts).sum();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "figure", "comparisons", "false verdicts", "false alarms", "CV", "finds", "largest"));
    floor
        .figures()
        .forEach(
            (name, figure) ->
                rows.add(
                    List.of(
                        name,
                        Integer.toString(figure.comparisons()),
                        Integer.toString(figure.falseVerdicts()),
                        String.format(Locale.ROOT, "%.0f %%", 100 * figure.falseFamilies()),
                        ChangeText.detectable(figure.variation()),
                        ChangeText.detectable(figure.detectable()),
                        ChangeText.detectable(figure.largestChange()))));
    List<String> lines = new ArrayList<>();
    lines.add(
        "%d false %s in %d comparisons of a jar with itself, %d forks a side"
            .formatted(wrong, wrong == 1 ? "verdict" : "verdicts", floor.repeats(), floor.forks()));
    lines.addAll(TerminalTable.aligned(rows, 2));
    lines.add(
        "false alarms: comparisons in which any cell got a verdict; finds: the change that these forks"
            + " find nine times in ten; largest: between the sides, though nothing had changed");
    return lines;
  }
}
