package dev.transportbench.report.compare;

import java.util.List;

/**
 * What a comparison says, as text ready to be laid out.
 *
 * @param confidence of the intervals: {@code 95 %}
 */
public record ComparePage(
    String verdict,
    String counts,
    String base,
    String head,
    List<Section> sections,
    List<String> notJudged,
    List<String> onlyInBase,
    List<String> onlyInHead,
    List<String> unlike,
    List<String> warnings,
    String confidence,
    List<Place> where) {

  /** Rows with the same kind of verdict. */
  public record Section(String title, String kind, List<Row> rows) {}

  /** One figure of one cell. */
  public record Row(
      String verdict,
      String cell,
      String figure,
      String base,
      String head,
      String change,
      String interval,
      String p,
      String effect,
      String variation,
      String detectable,
      String why) {}

  /**
   * In which layers a cell's CPU time changed.
   *
   * @param notAvailable why it is not known; empty when it is
   */
  public record Place(String cell, String notAvailable, List<LayerRow> rows) {

    /** The same with fewer rows. */
    Place first(int most) {
      return new Place(cell, notAvailable, rows.subList(0, Math.min(most, rows.size())));
    }
  }

  /** µs of CPU per RPC; a change that the samples cannot tell from none is not clear. */
  public record LayerRow(
      String side, String layer, String base, String head, String change, boolean clear) {}
}
