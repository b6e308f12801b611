package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * A peer's line of the table in {@code docs/interop.md}. What works is told by the tests that saw
 * it, what is not possible is declared with its reason; when the class has run, each transport must
 * have one or the other, and the table must say the same. {@code -Dinterop.write=true} writes it.
 */
final class MatrixRow implements AfterAllCallback, TestExecutionExceptionHandler {
  private static final List<String> TRANSPORTS =
      List.of("tcp", "tls", "http1", "http2", "http3", "websocket", "webtransport", "quic");
  private static final Path TABLE = Path.of("docs", "interop.md");
  private static final String HEAD = "| peer |";

  private final String peer;
  private final Map<String, String> cells = new HashMap<>();
  private boolean incomplete;

  /**
   * @param peer its name and role, as {@code curl: client}
   */
  MatrixRow(String peer) {
    this.peer = peer;
  }

  /** Declares what this peer can't do, and why. */
  MatrixRow not(String why, String... transports) {
    for (String transport : transports) {
      assertThat(cells.put(transport, "no: " + why)).as(transport).isNull();
    }
    return this;
  }

  /** To be called by a test that has seen it. */
  void works(String transport, String what) {
    String seen = "yes: " + what;
    assertThat(cells.getOrDefault(transport, seen)).as(peer + ", " + transport).isEqualTo(seen);
    cells.put(transport, seen);
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    // Failed or skipped: the row says nothing.
    incomplete = true;
    throw thrown;
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (incomplete || cells.values().stream().allMatch(cell -> cell.startsWith("no: "))) {
      return;
    }
    assertThat(cells.keySet()).as(peer).containsExactlyInAnyOrderElementsOf(TRANSPORTS);
    StringBuilder row = new StringBuilder("| " + peer + " |");
    TRANSPORTS.forEach(transport -> row.append(' ').append(cells.get(transport)).append(" |"));
    if (Boolean.getBoolean("interop.write")) {
      write(row.toString());
    }
    assertThat(Files.readAllLines(TABLE))
        .as("%s, which -Dinterop.write=true brings up to date", TABLE)
        .contains(row.toString());
  }

  private void write(String row) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(TABLE));
    int first = 0;
    while (!lines.get(first).startsWith(HEAD)) {
      first++;
    }
    first += 2;
    Map<String, String> rows = new TreeMap<>();
    while (first < lines.size() && lines.get(first).startsWith("| ")) {
      String old = lines.remove(first);
      rows.put(old.substring(0, old.indexOf(" |")), old);
    }
    rows.put(row.substring(0, row.indexOf(" |")), row);
    lines.addAll(first, rows.values());
    Files.write(TABLE, lines);
  }
}
