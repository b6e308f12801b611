package dev.transportbench.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the pages for people show: fenced blocks, and code within a line. */
public final class Docs {
  private static final String FENCE = "```";
  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

  /**
   * A fenced block.
   *
   * @param at page and line
   * @param language what follows the fence; empty for none
   */
  public record Block(String at, String language, List<String> lines) {

    public String text() {
      return String.join("\n", lines) + "\n";
    }

    /** Lines that a backslash joins are one. */
    public List<String> commands() {
      List<String> commands = new ArrayList<>();
      StringBuilder command = new StringBuilder();
      for (String line : lines) {
        if (line.endsWith("\\")) {
          command.append(line, 0, line.length() - 1).append(' ');
        } else {
          commands.add(command.append(line).toString());
          command.setLength(0);
        }
      }
      return commands;
    }
  }

  /** Code within a line; {@code at} is page and line. */
  public record Span(String at, String text) {}

  private Docs() {}

  /** README, docs/ and netem/. */
  public static List<Path> pages() {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md"), Path.of("netem/README.md")));
    try (Stream<Path> files = Files.list(Path.of("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pages;
  }

  public static List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (Path page : pages()) {
      List<String> inside = null;
      String language = "";
      List<String> lines = lines(page);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        if (line.startsWith(FENCE) && inside == null) {
          inside = new ArrayList<>();
          language = line.substring(FENCE.length()).strip();
        } else if (line.startsWith(FENCE)) {
          blocks.add(new Block(page + ":" + (i + 1 - inside.size()), language, inside));
          inside = null;
        } else if (inside != null) {
          inside.add(line);
        }
      }
    }
    return blocks;
  }

  /** Of all that stands outside of fences. */
  public static List<Span> spans() {
    List<Span> spans = new ArrayList<>();
    for (Path page : pages()) {
      boolean fenced = false;
      List<String> lines = lines(page);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).startsWith(FENCE)) {
          fenced = !fenced;
          continue;
        }
        // A table's cell cannot hold a bare bar.
        Matcher matcher = SPAN.matcher(fenced ? "" : lines.get(i).replace("\\|", "|"));
        while (matcher.find()) {
          spans.add(new Span(page + ":" + (i + 1), matcher.group(1)));
        }
      }
    }
    return spans;
  }

  /** A command's words as a shell parts them, without what a # takes out. */
  public static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (char c : command.toCharArray()) {
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '#' && word == null) {
        break;
      } else if (Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
      } else {
        word = word == null ? new StringBuilder() : word;
        if (c == '\'' || c == '"') {
          quote = c;
        } else {
          word.append(c);
        }
      }
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }

  private static List<String> lines(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
