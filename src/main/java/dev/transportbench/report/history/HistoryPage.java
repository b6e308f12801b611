package dev.transportbench.report.history;

import dev.transportbench.report.Numbers;
import dev.transportbench.report.ReportWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A series as one HTML file that fetches nothing and needs no script. Places are those of the
 * drawing, whose axis begins at zero.
 *
 * @param marks one a run
 * @param path through all of them
 * @param ticks of the axis, from zero up
 * @param remark what cannot be told; null for nothing
 */
public record HistoryPage(
    String key,
    String figure,
    String unit,
    int width,
    int height,
    List<Mark> marks,
    String path,
    List<Tick> ticks,
    String remark) {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 320;
  private static final int LEFT = 72;
  private static final int RIGHT = 16;
  private static final int TOP = 16;
  private static final int BOTTOM = 24;
  private static final int STEPS = 4;

  /**
   * A run.
   *
   * @param y of the value; {@code low} and {@code high} of the forks' least and most
   * @param changed whether the series changes here
   */
  public record Mark(
      String x,
      String y,
      String low,
      String high,
      boolean changed,
      String run,
      String commit,
      String value,
      String note) {}

  /** A line of the axis. */
  public record Tick(String y, String text) {}

  public static String html(HistorySeries series) throws IOException {
    return ReportWriter.render("history.html.ftl", of(series));
  }

  private static HistoryPage of(HistorySeries series) {
    double top = series.most() > 0 ? series.most() * 1.05 : 1;
    List<Mark> marks = new ArrayList<>();
    StringBuilder path = new StringBuilder();
    int count = series.points().size();
    for (int i = 0; i < count; i++) {
      HistorySeries.Point point = series.points().get(i);
      String x = place(LEFT + (WIDTH - LEFT - RIGHT) * (i + 0.5) / count);
      String y = y(point.value(), top);
      path.append(i == 0 ? "M" : "L").append(x).append(' ').append(y);
      marks.add(
          new Mark(
              x,
              y,
              y(point.least(), top),
              y(point.most(), top),
              !point.change().isEmpty(),
              point.startUtc(),
              HistoryText.commit(point),
              Numbers.text(point.value()),
              HistoryText.note(point)));
    }
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i <= STEPS; i++) {
      ticks.add(new Tick(y(top * i / STEPS, top), Numbers.text(top * i / STEPS)));
    }
    return new HistoryPage(
        series.key(),
        series.figure(),
        series.unit(),
        WIDTH,
        HEIGHT,
        marks,
        path.toString(),
        ticks,
        series.isLongEnough() ? null : HistoryText.tooShort());
  }

  private static String y(double value, double top) {
    return place(TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.max(0, value) / top));
  }

  private static String place(double at) {
    return String.format(Locale.ROOT, "%.1f", at);
  }
}
