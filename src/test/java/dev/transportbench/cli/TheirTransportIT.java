package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.docs.Docs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in docs/ is compiled against the jar, packed, and measured, by its page's words. */
class TheirTransportIT {
  private static final String PAGE = "docs/adding-a-transport.md";
  private static final String STUDY =
      """
      question: q
      benchmarks: [UnaryRpcBenchmark]
      params: {transport: [netstring]}
      forks: 1
      measurement: {iterations: 1, time: 1s}
      """;

  @TempDir Path folder;

  @Test
  void aTransportFromAnotherJarIsMeasured() throws Exception {
    Path jar = Path.of(System.getProperty("benchmarks.jar")).toAbsolutePath();
    Files.createSymbolicLink(
        Files.createDirectory(folder.resolve("target")).resolve("benchmarks.jar"), jar);
    Files.createSymbolicLink(folder.resolve("docs"), Path.of("docs").toAbsolutePath());
    Files.writeString(folder.resolve("my-study.yaml"), STUDY);
    Path output = folder.resolve("output");
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-ec", commands())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    shell
        .environment()
        .merge(
            "PATH",
            Path.of(System.getProperty("java.home"), "bin").toString(),
            (path, own) -> own + ":" + path);
    shell.environment().put("JDK_JAVAC_OPTIONS", "-Xlint:all -Werror");
    shell.environment().put("JDK_JAVA_OPTIONS", "-Djmh.ignoreLock=true");

    assertThat(shell.start().waitFor()).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output))
        .containsPattern("UnaryRpcBenchmark.call +auto +32 .* clean .* netstring +thrpt")
        .contains(":latency.p50")
        .contains("transport=netstring");
  }

  /** As they stand there, but for what would only make them take longer. */
  private static String commands() {
    List<Docs.Block> blocks =
        Docs.blocks().stream()
            .filter(block -> block.at().startsWith(PAGE) && block.language().equals("sh"))
            .toList();
    assertThat(blocks).hasSize(1);
    String text = String.join("\n", blocks.get(0).commands());
    assertThat(text).contains(" -f 1\n").endsWith(" run my-study.yaml");
    return text.replace(" -f 1\n", " -f 1 -wi 0 -i 1 -r 300ms -foe true\n") + " --dry-run";
  }
}
