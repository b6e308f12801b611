package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.link.Backend;
import dev.transportbench.link.NeedsLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two jars of which one is known to do more, against each other. */
class AbIT {
  private static final Path JAR =
      Path.of(System.getProperty("benchmarks.jar", "target/benchmarks.jar")).toAbsolutePath();

  @TempDir Path folder;

  @BeforeAll
  static void needsLink() {
    NeedsLink.on(Backend.VETH);
  }

  private Path study(int forks, int concurrency, String measurement) throws IOException {
    return Files.writeString(
        folder.resolve("mine.yaml"),
        """
        question: q
        benchmarks: [UnaryRpcBenchmark]
        params:
          transport: [tcp]
          payloadBytes: [1024]
          concurrency: [%d]
          impairment: [clean]
          backend: [veth]
        forks: %d
        warmup: {iterations: 1, time: 300ms}
        measurement: %s
        """
            .formatted(concurrency, forks, measurement));
  }

  private int run(String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djmh.ignoreLock=true");
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile())
        .start()
        .waitFor();
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("output"));
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(file).toFile());
  }

  private JsonNode figure(String arm, String name) throws IOException {
    for (JsonNode cell : json("out/" + arm + "/ledger.json").at("/cells")) {
      if (cell.at("/params/transport").asText().equals("tcp")) {
        return cell.at("/figures").get(name);
      }
    }
    throw new AssertionError("no cell");
  }

  /** Each fork runs its own jar's code; both leave ordinary results. */
  @Test
  @Tag("slow")
  @Timeout(300)
  void eachForkRunsItsOwnJar() throws Exception {
    Path head = PatchedJar.SENDS.of(JAR, folder);
    Path study = study(2, 1, "{iterations: 1, time: 300ms}");

    int status =
        run(
            "ab",
            JAR.toString(),
            head.toString(),
            "--study=" + study,
            "--out=out",
            // More forks are not what this is about.
            "--looks=1");

    assertThat(status).as(output()).isIn(0, 1);
    double more =
        figure("head", "wire.bytes.down").get("value").asDouble()
            - figure("base", "wire.bytes.down").get("value").asDouble();
    assertThat(more).isCloseTo(16, within(1.5));
    assertThat(json("out/comparison.json").at("/cells/0/figures/wire.bytes.down").isMissingNode())
        .isFalse();
    assertThat(folder.resolve("out/comparison.html")).exists();
    assertThat(folder.resolve("out/comment.md"))
        .content()
        .startsWith("<!-- transport-bench -->\n**");
    assertThat(run("compare", "out/base", "out/head", "--allow-unlike")).isIn(0, 1);
  }

  /** The small one, or with {@code -Dab.study=gate} the one that pull requests are judged by. */
  private String study() throws IOException {
    String asked = System.getProperty("ab.study");
    return asked != null ? asked : study(8, 32, "{iterations: 3, time: 500ms}").toString();
  }

  /** What changed in which cell, as {@code transport/concurrency figure}. */
  private Set<String> figures(String verdict) throws IOException {
    Set<String> found = new TreeSet<>();
    for (JsonNode cell : json("out/comparison.json").get("cells")) {
      String name =
          cell.at("/params/transport").asText() + "/" + cell.at("/params/concurrency").asText();
      cell.get("figures")
          .properties()
          .forEach(
              figure -> {
                if (figure.getValue().path("verdict").asText().equals(verdict)) {
                  found.add(name + " " + figure.getKey());
                }
              });
    }
    return found;
  }

  /** Cells that a patch changes: all that have a server, or those of one transport. */
  private Set<String> cells(Predicate<JsonNode> changed) throws IOException {
    Set<String> found = new TreeSet<>();
    for (JsonNode cell : json("out/base/ledger.json").get("cells")) {
      String transport = cell.at("/params/transport").asText();
      if (!transport.startsWith("null") && changed.test(cell)) {
        found.add(transport + "/" + cell.at("/params/concurrency").asText());
      }
    }
    return found;
  }

  /**
   * Exactly these figures change in exactly these cells.
   *
   * @param must in each of those cells
   * @param mayFollow there too
   */
  private void comesOut(
      PatchedJar patch, Predicate<JsonNode> where, Set<String> must, Set<String> mayFollow)
      throws Exception {
    Path head = patch.of(JAR, folder);
    int status =
        run("ab", JAR.toString(), head.toString(), "--study=" + study(), "--out=out", "--looks=1");
    System.out.println(output().replaceAll("(?s).*results: [^\\n]*\\n", ""));
    Set<String> regressed = figures("regressed");
    System.out.println(patch + ": regressed " + regressed + ", improved " + figures("improved"));
    assertThat(status).as(output()).isEqualTo(1);
    Set<String> wanted = new TreeSet<>();
    Set<String> allowed = new TreeSet<>();
    for (String cell : cells(where)) {
      must.forEach(figure -> wanted.add(cell + " " + figure));
    }
    for (String cell : cells(cell -> patch != PatchedJar.SENDS || isTcp(cell))) {
      must.forEach(figure -> allowed.add(cell + " " + figure));
      mayFollow.forEach(figure -> allowed.add(cell + " " + figure));
    }
    assertThat(wanted).isNotEmpty();
    assertThat(regressed).containsAll(wanted);
    assertThat(regressed).allMatch(name -> allowed.stream().anyMatch(name::startsWith));
    assertThat(figures("improved")).isEmpty();
  }

  private static boolean isTcp(JsonNode cell) {
    return cell.at("/params/transport").asText().equals("tcp");
  }

  @Test
  @Tag("slow")
  void sixtyFourBytesOfHeapComeOut() throws Exception {
    comesOut(
        PatchedJar.ALLOCATES,
        // 1.6 % and more, where one percent is the band.
        cell -> cell.at("/figures/alloc.server/value").asDouble() < 4096,
        Set.of("alloc.server"),
        Set.of("alloc.process"));
  }

  @Test
  @Tag("slow")
  void twentyMicrosOfTheServerComeOut() throws Exception {
    comesOut(
        PatchedJar.SPINS,
        cell -> true,
        Set.of("cpu.server"),
        Set.of("cpu.process", "throughput", "goodput", "latency."));
    assertThat(folder.resolve("out/flame")).isNotEmptyDirectory();
    for (JsonNode place : json("out/comparison.json").get("where")) {
      JsonNode layer = place.at("/layers/0");
      assertThat(layer.get("side").asText()).as(place.toString()).isEqualTo("server");
      assertThat(layer.get("head").asDouble() - layer.get("base").asDouble())
          .as(place.toString())
          .isCloseTo(20, within(5.0));
    }
  }

  @Test
  @Tag("slow")
  void sixteenBytesOnTheWireComeOut() throws Exception {
    // The client reads the field that it does not know, and keeps it.
    comesOut(
        PatchedJar.SENDS,
        AbIT::isTcp,
        Set.of("wire.bytes.down"),
        Set.of("alloc.client", "alloc.process"));
  }

  @Test
  @Tag("slow")
  void aJarAgainstItselfGetsNoVerdict() throws Exception {
    int status = run("aa", JAR.toString(), "--study=" + study(), "--repeats=3", "--out=out");

    System.out.println(output().replaceAll("(?s).*results: [^\\n]*\\n", ""));
    assertThat(status).as(output()).isZero();
    int wrong = 0;
    for (JsonNode figure : json("out/aa.json").get("figures")) {
      wrong += figure.get("falseVerdicts").asInt();
    }
    assertThat(wrong).isZero();
  }
}
