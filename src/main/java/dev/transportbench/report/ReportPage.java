package dev.transportbench.report;

import java.util.List;

/**
 * Everything that a report says, as text ready to be laid out; how it looks is the template's. All
 * numbers in figures have been formatted; a note is a place in {@link #footnotes}, counted from 1,
 * 0 for none.
 */
public record ReportPage(
    String study,
    String question,
    String description,
    String source,
    String expect,
    String scope,
    Counts counts,
    List<String> warnings,
    String knownAnswer,
    List<Pair> environment,
    List<String> columns,
    List<Group> groups,
    List<String> footnotes,
    List<OtherTable> others,
    List<LayerTable> layers,
    List<LossTable> losses,
    List<LinkTable> links,
    List<Pair> terms,
    List<String> leftOut,
    List<Contrast> contrasts,
    List<Network> networks,
    List<PublishedRow> published) {

  /** How many cells have each status. */
  public record Counts(long ok, long failed, long invalid, long notRun) {}

  /** A name and a value. */
  public record Pair(String name, String value) {}

  /**
   * Cells that differ in nothing but the transport.
   *
   * @param cpuComparable whether CPU may be compared between the rows
   */
  public record Group(String title, String backend, boolean cpuComparable, List<Row> rows) {}

  /** One cell. */
  public record Row(String transport, String status, List<Entry> entries) {}

  /**
   * One figure.
   *
   * @param note why there is no figure
   * @param noVerdict whether the figure is shown, but must not be judged
   */
  public record Entry(String text, int note, boolean noVerdict) {}

  /**
   * Cells of one benchmark that sends no RPC.
   *
   * @param params how many of the columns are parameters; the rest are figures
   */
  public record OtherTable(
      String title, int params, List<String> columns, List<List<String>> rows) {}

  /**
   * Where the CPU time of a group's cells went.
   *
   * @param columns labels of the layers that were met
   * @param notes what else the profile says, and why there is none
   */
  public record LayerTable(
      String title, List<String> columns, List<LayerRow> rows, List<Pair> notes) {}

  /** One side of one cell: µs per RPC and the sampling error of each. */
  public record LayerRow(String transport, String side, List<String> entries) {}

  /** RPCs of a group's cells that lost packets slowed. */
  public record LossTable(String title, List<LossRow> rows) {}

  /** One kind of loss and its recovery: means in ms, and how many times the prediction. */
  public record LossRow(
      String transport,
      String kind,
      String recovery,
      String count,
      String measured,
      String predicted,
      String ratio) {}

  /** A link as asked and as measured. */
  public record LinkTable(String title, String source, List<LinkRow> rows) {}

  /** One property; empty text for what was not asked, or cannot be measured. */
  public record LinkRow(String name, String asked, String measured) {}

  /** Two values of one parameter, compared wherever the others are the same. */
  public record Contrast(String title, List<ContrastRow> rows) {}

  /** One figure in one scenario. */
  public record ContrastRow(
      String scenario,
      String figure,
      String base,
      String head,
      String change,
      String interval,
      String p,
      String effect,
      String variation,
      String finding) {}

  /**
   * One figure of one arm over all networks.
   *
   * @param pairs networks that differ by Dunn's test
   */
  public record Network(String arm, String figure, String h, String p, String pairs) {}

  /**
   * A figure as published, as predicted and as measured.
   *
   * @param fromPublished by how much ours differs from the published one
   * @param fromPredicted by how much ours differs from the predicted one
   * @param note who published it, and why ours may differ
   */
  public record PublishedRow(
      String figure,
      String where,
      String published,
      String predicted,
      String ours,
      String fromPublished,
      String fromPredicted,
      String note) {}
}
