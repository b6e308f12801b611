package dev.transportbench.report.compare;

import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.ReportWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What a comparison of two jars leaves beside its result folders. */
public final class AbReport {
  public static final String MARKDOWN = "comparison.md";
  private static final String JSON = "comparison.json";
  private static final String HTML = "comparison.html";
  private static final String COMMENT = "comment.md";

  /** Rows of a comment: it is to be read on a phone, and GitHub takes 65,536 characters. */
  private static final int MOST_CHANGED = 20;

  private static final int MOST_OPEN = 40;
  private static final int MOST_LAYERS = 5;

  private AbReport() {}

  /**
   * How it was measured.
   *
   * @param looks that were taken
   * @param mostLooks that were planned
   * @param budget as the option has it
   * @param baseCommit null when the jar does not say; {@code headCommit} likewise
   */
  public record Terms(
      String study,
      int looks,
      int mostLooks,
      String budget,
      long seed,
      String baseCommit,
      String headCommit) {}

  /**
   * A comment on a pull request, ready to be laid out.
   *
   * @param changed rows of figures that changed, the first of them
   * @param moreChanged how many more there are
   * @param equivalent figure → cells in which it is equivalent
   */
  public record CommentPage(
      ComparePage page,
      Terms terms,
      List<ComparePage.Row> changed,
      int moreChanged,
      List<ComparePage.Row> open,
      int moreOpen,
      Map<String, Integer> equivalent,
      List<ComparePage.Place> where) {}

  /** Writes {@code comparison.md}, {@code .json}, {@code .html} and {@code comment.md}. */
  public static void write(Compared compared, Terms terms, Path folder) throws IOException {
    LedgerJson.writeText(folder.resolve(MARKDOWN), CompareText.markdown(compared));
    LedgerJson.writeText(folder.resolve(JSON), CompareText.json(compared));
    LedgerJson.writeText(folder.resolve(HTML), CompareText.html(compared));
    LedgerJson.writeText(folder.resolve(COMMENT), comment(compared, terms));
  }

  static String comment(Compared compared, Terms terms) throws IOException {
    ComparePage page = ComparePageBuilder.page(compared);
    List<ComparePage.Row> changed = rows(page, "regressed");
    changed.addAll(rows(page, "improved"));
    List<ComparePage.Row> open = rows(page, "inconclusive");
    Map<String, Integer> equivalent = new LinkedHashMap<>();
    for (String figure :
        new TreeSet<>(rows(page, "equivalent").stream().map(ComparePage.Row::figure).toList())) {
      equivalent.put(
          figure,
          (int)
              rows(page, "equivalent").stream().filter(row -> row.figure().equals(figure)).count());
    }
    return ReportWriter.render(
        "comment.md.ftl",
        new CommentPage(
            page,
            terms,
            first(changed, MOST_CHANGED),
            Math.max(0, changed.size() - MOST_CHANGED),
            first(open, MOST_OPEN),
            Math.max(0, open.size() - MOST_OPEN),
            equivalent,
            page.where().stream()
                .map(place -> place.first(MOST_LAYERS))
                .limit(MOST_CHANGED)
                .toList()));
  }

  private static List<ComparePage.Row> rows(ComparePage page, String kind) {
    List<ComparePage.Row> rows = new ArrayList<>();
    page.sections().stream()
        .filter(section -> section.kind().equals(kind))
        .forEach(section -> rows.addAll(section.rows()));
    return rows;
  }

  private static List<ComparePage.Row> first(List<ComparePage.Row> rows, int most) {
    return rows.subList(0, Math.min(most, rows.size()));
  }
}
