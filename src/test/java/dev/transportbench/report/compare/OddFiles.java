package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.report.compare.Compared.CellPair;
import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** Files of one odd kind each, compared with themselves and with changed copies. */
abstract class OddFiles {
  /** Six forks of three iterations that vary little. */
  static final double[][] SIX = JmhText.forks(7, 6, 100, 0.005);

  @TempDir Path folder;

  /** A file against itself has no verdict but equivalent or inconclusive, in every format. */
  Compared itself(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("odd.json"), text);
    Compared compared = told(file, file);
    assertThat(compared.count(Verdict.REGRESSED) + compared.count(Verdict.IMPROVED)).isZero();
    return compared;
  }

  /** A file against a changed copy of it. */
  Compared changed(String base, String head) throws IOException {
    return told(
        Files.writeString(folder.resolve("odd-base.json"), base),
        Files.writeString(folder.resolve("odd-head.json"), head));
  }

  /** Every format can say it. */
  static Compared told(Path base, Path head) throws IOException {
    Compared compared = Comparer.compare(base, head, false);
    assertThat(CompareText.terminal(compared)).isNotEmpty().doesNotContain("NaN", "Infinity");
    assertThat(CompareText.markdown(compared)).isNotEmpty().doesNotContain("NaN", "Infinity");
    assertThat(CompareText.html(compared)).isNotEmpty().doesNotContain("NaN", "Infinity");
    assertThat(CompareText.json(compared)).doesNotContain("NaN", "Infinity");
    return compared;
  }

  static Map<String, FigurePair> figures(CellPair cell) {
    return cell.figures().stream().collect(Collectors.toMap(FigurePair::name, f -> f));
  }

  static FigurePair first(Compared compared) {
    return compared.cells().get(0).figures().get(0);
  }

  static Verdict verdict(FigurePair figure) {
    return figure.outcome().verdict();
  }

  static String bare(String primary) {
    return "{\"benchmark\": \"a.B.c\", \"mode\": \"avgt\", \"primaryMetric\": " + primary + "}";
  }

  FigurePair only(String entry) throws IOException {
    return first(itself("[" + entry + "]"));
  }
}
