package dev.transportbench.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Why a fork failed, in one line. */
final class FailureReason {
  private static final int LONGEST = 300;
  private static final Pattern THROWN =
      Pattern.compile(
          "^(?:Caused by: )?((?:[a-z][\\w$]*\\.)+[A-Z][\\w$]*(?:Exception|Error)\\b.*)");

  private FailureReason() {}

  /** The cause that the fork itself reported, else what its log shows, else JMH's message. */
  static String of(Throwable thrown, Path log) {
    Throwable root = root(thrown);
    String fromLog = fromLog(log);
    String reason = fromLog != null ? fromLog : String.valueOf(root.getMessage());
    String line = reason.replaceAll("\\s+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null || root.getSuppressed().length > 0) {
      root = root.getCause() != null ? root.getCause() : root.getSuppressed()[0];
    }
    return root;
  }

  /** The last cause of the first stack trace; the JVM's complaint when there is none. */
  private static String fromLog(Path log) {
    List<String> lines;
    try {
      lines = List.of(new String(Files.readAllBytes(log), StandardCharsets.UTF_8).split("\\R"));
    } catch (IOException e) {
      return null;
    }
    String found = null;
    for (String line : lines) {
      var matcher = THROWN.matcher(line.strip());
      if (matcher.matches()) {
        if (found != null && !line.strip().startsWith("Caused by: ")) {
          return found;
        }
        found = matcher.group(1);
      }
    }
    if (found == null) {
      found =
          lines.stream()
              .filter(line -> line.startsWith("Error: ") || line.startsWith("<forked VM failed"))
              .findFirst()
              .orElse(null);
    }
    return found;
  }
}
