package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program that we did not write. */
record Tool(Path program) {
  private static final long PATIENCE_SECONDS = 60;
  private static final int PORTS_TRIED = 10;

  record Ended(int status, String output) {}

  /** Skips the test where the program is not installed; CI counts such skips as failures. */
  static Tool find(String name, String debianPackage) {
    String path = System.getenv("PATH") + File.pathSeparator + "/usr/sbin";
    Path found =
        Arrays.stream(path.split(File.pathSeparator))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(found != null, "needs %s (Debian: %s)".formatted(name, debianPackage));
    return new Tool(found);
  }

  private ProcessBuilder builder(List<String> args) {
    List<String> command = Stream.concat(Stream.of(program.toString()), args.stream()).toList();
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  /** Runs it to its end. */
  Ended run(String... args) throws IOException, InterruptedException {
    return run(null, args);
  }

  /** Runs it to its end with {@code input} on its standard input. */
  Ended run(Path input, String... args) throws IOException, InterruptedException {
    Path output = Files.createTempFile("interop", ".out");
    try {
      Process process =
          builder(List.of(args))
              .redirectInput(input == null ? new File("/dev/null") : input.toFile())
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.ISO_8859_1));
    } finally {
      Files.delete(output);
    }
  }

  /** Starts it; it writes into {@code output}. */
  Process start(Path output, String... args) throws IOException {
    return builder(List.of(args)).redirectOutput(output.toFile()).start();
  }

  static void stop(Process process) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }

  /**
   * A port that is free now, on TCP and on UDP. The system picks a free one of TCP's; UDP's of that
   * number may be taken, then another is tried.
   */
  static int freePort() throws IOException {
    BindException taken = null;
    for (int i = 0; i < PORTS_TRIED; i++) {
      try (ServerSocket tcp = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          DatagramSocket udp =
              new DatagramSocket(tcp.getLocalPort(), InetAddress.getLoopbackAddress())) {
        return udp.getLocalPort();
      } catch (BindException e) {
        taken = e;
      }
    }
    throw taken;
  }

  /** Waits until somebody listens on a TCP port. */
  static void awaitTcp(int port, Process server) throws InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
      assertThat(server.isAlive()).as("%s is alive", server.info().command()).isTrue();
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return;
      } catch (IOException e) {
        Thread.sleep(20);
      }
    }
    throw new AssertionError("nobody listens on port " + port);
  }
}
