package dev.transportbench.report.compare;

import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.ReportWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Two profiles of one cell as one flame graph: a box is as wide as the larger of the two, red where
 * head takes more CPU per RPC, blue where it takes less. Each side's samples are scaled to what its
 * forks took that were not disturbed, so that a box is in µs per RPC.
 */
public final class FlameDifference {
  private static final int WIDTH = 1200;
  private static final int ROW = 17;

  /** Boxes narrower than this are left out, in units of {@link #WIDTH}. */
  private static final double LEAST = 0.6;

  private static final int LETTER = 7;
  private static final int MOST_FRAMES = 15;

  /** A change of this share of the whole has the full colour. */
  private static final double FULL_COLOUR = 0.03;

  /** One stack frame under those above it. */
  private static final class Node {
    final Map<String, Node> children = new TreeMap<>();
    double base;
    double head;
    double width;

    double measure() {
      double inside = 0;
      for (Node child : children.values()) {
        inside += child.measure();
      }
      width = Math.max(Math.max(base, head), inside);
      return width;
    }
  }

  /**
   * A box, ready to be drawn.
   *
   * @param red share of the full colour, 0 to 1; {@code blue} likewise
   */
  public record Box(
      String x, int y, String width, String name, String label, String told, int red, int blue) {}

  /** A frame whose own time changed, µs per RPC. */
  public record Frame(String name, String base, String head, String change) {}

  /** What the template lays out. */
  public record Page(String title, int width, int height, List<Box> boxes, List<Frame> frames) {}

  private final String title;
  private final Node root = new Node();
  private final Map<String, double[]> own = new TreeMap<>();

  private FlameDifference(String title) {
    this.title = title;
  }

  /**
   * @param base collapsed stacks, one a line, its weight last
   * @param baseMicros CPU per RPC that base's forks took; {@code headMicros} likewise
   */
  public static FlameDifference between(
      Path base, double baseMicros, Path head, double headMicros, String title) throws IOException {
    FlameDifference difference = new FlameDifference(title);
    difference.add(Files.readAllLines(base), baseMicros, 0);
    difference.add(Files.readAllLines(head), headMicros, 1);
    difference.root.measure();
    return difference;
  }

  private void add(List<String> lines, double micros, int side) {
    double total = 0;
    for (String line : lines) {
      total += weight(line);
    }
    for (String line : lines) {
      double part = micros * weight(line) / total;
      String[] frames = line.substring(0, line.lastIndexOf(' ')).split(";");
      Node node = root;
      add(node, part, side);
      for (String frame : frames) {
        node = node.children.computeIfAbsent(name(frame), name -> new Node());
        add(node, part, side);
      }
      own.computeIfAbsent(name(frames[frames.length - 1]), name -> new double[2])[side] += part;
    }
  }

  private static double weight(String line) {
    return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
  }

  private static void add(Node node, double part, int side) {
    if (side == 0) {
      node.base += part;
    } else {
      node.head += part;
    }
  }

  /** Without what differs from one JVM to the next: how it was compiled, where a lambda lies. */
  private static String name(String frame) {
    return frame
        .replaceFirst("_\\[\\w]$", "")
        .replaceAll("\\$\\$Lambda[.$/+0-9a-fx]*", "\\$\\$Lambda")
        .replaceAll("(Dmh|Lform|Invokers)[.$/+0-9a-fx]*0x[0-9a-f]+", "$1");
  }

  Page page() {
    List<Box> boxes = new ArrayList<>();
    int depth = draw(boxes, root, "all", 0, 0, WIDTH / root.width);
    List<Frame> frames =
        own.entrySet().stream()
            .sorted(
                Comparator.comparingDouble(
                    (Map.Entry<String, double[]> e) ->
                        -Math.abs(e.getValue()[1] - e.getValue()[0])))
            .limit(MOST_FRAMES)
            .map(
                e -> new Frame(e.getKey(), text(e.getValue()[0]), text(e.getValue()[1]), change(e)))
            .toList();
    return new Page(title, WIDTH, depth * ROW, boxes, frames);
  }

  private static String change(Map.Entry<String, double[]> entry) {
    return String.format(Locale.ROOT, "%+.2f", entry.getValue()[1] - entry.getValue()[0]);
  }

  private static String text(double micros) {
    return String.format(Locale.ROOT, "%.2f", micros);
  }

  /** Returns how many rows there are. */
  private int draw(List<Box> boxes, Node node, String name, double x, int row, double scale) {
    double width = node.width * scale;
    double change = (node.head - node.base) / Math.max(root.base, root.head);
    int colour = (int) Math.round(100 * Math.min(1, Math.abs(change) / FULL_COLOUR));
    int letters = (int) (width / LETTER);
    boxes.add(
        new Box(
            text(x),
            row * ROW,
            text(width),
            name,
            letters < 3
                ? ""
                : name.length() <= letters ? name : name.substring(0, letters - 1) + "…",
            String.format(
                Locale.ROOT, "%.2f → %.2f µs (%+.2f)", node.base, node.head, node.head - node.base),
            change > 0 ? colour : 0,
            change < 0 ? colour : 0));
    int depth = row + 1;
    for (Map.Entry<String, Node> child : node.children.entrySet()) {
      double inside = child.getValue().width * scale;
      if (inside >= LEAST) {
        depth = Math.max(depth, draw(boxes, child.getValue(), child.getKey(), x, row + 1, scale));
      }
      x += inside;
    }
    return depth;
  }

  /** Writes one HTML file that fetches nothing. */
  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    LedgerJson.writeText(file, ReportWriter.render("flame-difference.html.ftl", page()));
  }
}
