package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in docs/ is compiled against the jar, packed, and measured, as its page says. */
class TheirTransportIT {
  private static final Path EXAMPLE = Path.of("docs", "example-transport");
  private static final String SERVICES = "META-INF/services/dev.transportbench.rpc.Transport";

  @TempDir Path folder;

  @Test
  void aTransportFromAnotherJarIsMeasured() throws Exception {
    Path ours = Path.of(System.getProperty("benchmarks.jar")).toAbsolutePath();
    Path theirs = pack(compile(ours));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djmh.ignoreLock=true",
                "-cp",
                ours + ":" + theirs,
                "dev.transportbench.cli.Main",
                "UnaryRpc",
                "-p",
                "transport=netstring",
                "-p",
                "concurrency=32",
                "-f",
                "1",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "300ms",
                "-foe",
                "true")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output))
        .containsPattern("UnaryRpcBenchmark.call +auto +32 .* clean .* netstring +thrpt")
        .contains(":latency.p50");
  }

  private Path compile(Path ours) throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.list(EXAMPLE.resolve("example"))) {
      StringWriter said = new StringWriter();
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of(
                      "--release",
                      "17",
                      "-proc:none",
                      "-Xlint:all",
                      "-Werror",
                      "-cp",
                      ours.toString(),
                      "-d",
                      classes.toString()),
                  null,
                  files.getJavaFileObjectsFromPaths(sources.toList()))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
    return classes;
  }

  private Path pack(Path classes) throws IOException {
    Path jar = folder.resolve("theirs.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        add(entries, classes.relativize(file).toString(), file);
      }
      add(entries, SERVICES, EXAMPLE.resolve(SERVICES));
    }
    return jar;
  }

  private static void add(JarOutputStream jar, String name, Path file) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    Files.copy(file, jar);
    jar.closeEntry();
  }
}
