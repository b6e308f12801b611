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

class StudyFuzzTest extends FuzzCases {
  private static final String SHORT_STUDY =
      "question: q\nbenchmarks: [A]\nforks: 1\nmeasurement: {iterations: 1, time: 1s}\n";
  private static final String JOURNAL =
      """
      {"study":"s","plan":"p","jar":"j","java":"17","environment":{"a":1}}
      {"cell":"c","fork":0,"status":"ok","record":"r","jmh":"j","log":"l","startUtc":"2026-01-01T00:00:00Z","seconds":9.5,"attempt":1}
      {"cell":"c","fork":1,"status":"failed","why":"w","seconds":2}
      """;

  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case(
            "study",
            Stream.concat(studies().stream(), texts(SHORT_STUDY).stream()).toList(),
            Set.of(BadInputException.class),
            (input, random) ->
                StudyFile.read("fuzz", "fuzz.yaml", new String(input, StandardCharsets.UTF_8))),
        new Case(
            "journal",
            texts("", "{\"study\":", JOURNAL),
            Set.of(BadInputException.class),
            (input, random) -> new Journal(null).parse(Path.of("fuzz.jsonl"), input)));
  }

  private static List<byte[]> studies() {
    List<byte[]> studies = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("profiles/study"))) {
      for (Path file : files.sorted().toList()) {
        studies.add(withoutComments(Files.readAllBytes(file)));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return studies;
  }
}
