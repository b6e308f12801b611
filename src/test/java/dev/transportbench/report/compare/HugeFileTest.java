package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Half a gigabyte is compared by a JVM of 128 MiB. */
@Tag("slow")
class HugeFileTest {
  private static final long BYTES = 500L << 20;
  private static final int HEAP_MEBIBYTES = 128;
  private static final int FORKS = 6;
  private static final int ITERATIONS = 20_000;

  @TempDir Path folder;

  private Path write(boolean histograms) throws IOException {
    Path file = folder.resolve("huge.json");
    Random random = new Random(1);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("[");
      long written = 0;
      for (int cell = 0; written < BYTES; cell++) {
        String head =
            (cell == 0 ? "" : ",\n")
                + "{\"benchmark\": \"a.B.c\", \"mode\": \"sample\", \"params\": {\"n\": \""
                + cell
                + "\"}, \"primaryMetric\": {\"score\": 1, \"scoreUnit\": \"us/op\", \"";
        out.write(head + (histograms ? "rawDataHistogram" : "rawData") + "\": [");
        for (int fork = 0; fork < FORKS; fork++) {
          StringBuilder values = new StringBuilder(fork == 0 ? "[" : ",[");
          values.append(histograms ? "[" : "");
          for (int i = 0; i < ITERATIONS; i++) {
            double value = 10 + random.nextGaussian();
            values.append(i == 0 ? "" : ",");
            values.append(
                histograms
                    ? String.format(Locale.ROOT, "[%.6f, %d]", value, 1 + random.nextInt(9))
                    : String.valueOf(value));
          }
          values.append(histograms ? "]]" : "]");
          out.write(values.toString());
          written += values.length();
        }
        out.write("]}}");
      }
      out.write("]");
    }
    return file;
  }

  private void compare(Path file) throws IOException, InterruptedException {
    assertThat(compare(file, HEAP_MEBIBYTES)).isZero();
    assertThat(Files.readString(folder.resolve("out.txt"))).contains(" 0 improved");
  }

  private int compare(Path file, int heapMebibytes) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx" + heapMebibytes + "m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "dev.transportbench.cli.Main",
                    "compare",
                    file.toString(),
                    file.toString()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out.txt").toFile())
            .start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return process.exitValue();
  }

  /** So many cells with long keys are held at once. */
  @Test
  void tooSmallAHeapIsSaidInOneLine() throws IOException, InterruptedException {
    Path file = folder.resolve("wide.json");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("[");
      for (int cell = 0; cell < 60_000; cell++) {
        out.write(
            (cell == 0 ? "" : ",")
                + "{\"benchmark\": \"a.B.c\", \"params\": {\"n\": \""
                + "n".repeat(1000)
                + cell
                + "\"}, \"primaryMetric\": {\"score\": 1, \"scoreUnit\": \"us/op\"}}");
      }
      out.write("]");
    }
    assertThat(compare(file, 32)).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("out.txt")))
        .startsWith("memory: the heap of ")
        .endsWith(" MiB is too small for this; allowed: a larger one, by java -Xmx\n");
  }

  @Test
  void rawData() throws IOException, InterruptedException {
    compare(write(false));
  }

  @Test
  void histograms() throws IOException, InterruptedException {
    compare(write(true));
  }
}
