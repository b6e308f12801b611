package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import dev.transportbench.fuzz.FuzzCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

class StudyFuzzTest extends FuzzCases {
  @TempDir private Path folder;

  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case(
            "study",
            studies(),
            Set.of(BadInputException.class),
            (input, random) ->
                StudyFile.read("fuzz", "fuzz.yaml", new String(input, StandardCharsets.UTF_8))),
        new Case(
            "journal",
            texts("", "{\"study\":"),
            Set.of(BadInputException.class),
            (input, random) -> {
              Path file = folder.resolve("journal.jsonl");
              Files.write(file, input);
              Journal.open(file).close();
            }));
  }

  private static List<byte[]> studies() {
    List<byte[]> studies = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("profiles/study"))) {
      for (Path file : files.sorted().toList()) {
        studies.add(Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return studies;
  }
}
