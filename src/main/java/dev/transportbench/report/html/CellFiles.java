package dev.transportbench.report.html;

import dev.transportbench.ledger.CellKeys;
import dev.transportbench.ledger.CellRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a result folder that belong to one cell: their names carry its key's hash. */
final class CellFiles {
  /** Something readable, the hash, and what kind of file it is. */
  private static final Pattern NAME =
      Pattern.compile(".*-([0-9a-f]{" + CellKeys.HASH_DIGITS + "})\\.(.+)");

  private final Path folder;
  private final Map<String, List<String>> byHash = new HashMap<>();

  private CellFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * Those in one folder, in the order of their names; none when there is no such folder.
   *
   * @param extension what their names end with
   */
  static CellFiles in(Path folder, String extension) throws IOException {
    CellFiles files = new CellFiles(folder);
    if (!Files.isDirectory(folder)) {
      return files;
    }
    try (Stream<Path> paths = Files.list(folder)) {
      paths
          .map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith("." + extension))
          .sorted()
          .forEach(files::add);
    }
    return files;
  }

  private void add(String name) {
    Matcher matcher = NAME.matcher(name);
    if (matcher.matches()) {
      byHash.computeIfAbsent(matcher.group(1), hash -> new ArrayList<>()).add(name);
    }
  }

  List<Path> of(CellRecord cell) {
    return byHash.getOrDefault(CellKeys.hash(cell.key()), List.of()).stream()
        .map(folder::resolve)
        .toList();
  }

  /** What a name has between the hash and its extension; empty when nothing. */
  static String kind(Path file) {
    Matcher matcher = NAME.matcher(file.getFileName().toString());
    return matcher.matches() && matcher.group(2).contains(".")
        ? matcher.group(2).substring(0, matcher.group(2).lastIndexOf('.'))
        : "";
  }
}
