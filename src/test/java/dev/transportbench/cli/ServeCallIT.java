package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.docs.Docs;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code serve} as a process of its own, {@code call} against it. */
@Timeout(120)
class ServeCallIT {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** A server process and its first line. */
  private record Served(Process process, JsonNode line) implements AutoCloseable {
    String url() {
      return line.get("url").textValue();
    }

    int port() {
      return URI.create(url()).getPort();
    }

    @Override
    public void close() throws InterruptedException {
      process.destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as("exit status after SIGTERM").isZero();
    }
  }

  private Served serve(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-jar");
    command.add(Path.of(System.getProperty("benchmarks.jar")).toAbsolutePath().toString());
    command.add("serve");
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command).redirectError(folder.resolve("stderr").toFile()).start();
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    assertThat(line).as(Files.readString(folder.resolve("stderr"))).isNotNull();
    return new Served(process, new ObjectMapper().readTree(line));
  }

  private JsonNode call(int expectedStatus, String... args) throws IOException {
    out.reset();
    err.reset();
    List<String> all = new ArrayList<>(List.of("call"));
    all.addAll(List.of(args));
    int status =
        Main.run(
            all.toArray(String[]::new),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(expectedStatus);
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text).containsOnlyOnce("\n");
    return new ObjectMapper().readTree(text);
  }

  /** The sample in the pages that has this field. */
  private static JsonNode documented(String field) throws IOException {
    for (Docs.Block block : Docs.blocks()) {
      if (block.language().equals("json")) {
        JsonNode sample = new ObjectMapper().readTree(block.text());
        if (sample.has(field)) {
          return sample;
        }
      }
    }
    throw new AssertionError("no sample with " + field);
  }

  private static List<String> fields(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** One of each family of transports: a wildcard takes IPv4 and IPv6, by TCP and by UDP. */
  @ParameterizedTest
  @CsvSource({
    "tcp, tcp://%s:%d",
    "http3, https://%s:%d/rpc",
    "websocket, wss://%s:%d/rpc",
    "webtransport, https://%s:%d/rpc"
  })
  void servesBothFamiliesUntilItIsToldToEnd(String transport, String url) throws Exception {
    try (Served served = serve(transport, "--listen", "[::]:0")) {
      assertThat(fields(served.line())).isEqualTo(fields(documented("url")));
      assertThat(served.line().get("transport").textValue()).isEqualTo(transport);
      assertThat(served.url()).isEqualTo(url.formatted("127.0.0.1", served.port()));
      for (String host : new String[] {"127.0.0.1", "[::1]"}) {
        JsonNode result =
            call(
                0,
                transport,
                url.formatted(host, served.port()),
                "--count",
                "60",
                "--payload-bytes",
                "5000",
                "--concurrency",
                "7",
                "--insecure");
        assertThat(fields(result)).isEqualTo(fields(documented("completed")));
        assertThat(fields(result.get("latencyMicros")))
            .isEqualTo(fields(documented("completed").get("latencyMicros")));
        assertThat(result.get("completed").intValue()).isEqualTo(60);
        assertThat(result.get("failed").intValue()).isZero();
        assertThat(result.at("/latencyMicros/p50").doubleValue())
            .isPositive()
            .isLessThanOrEqualTo(result.at("/latencyMicros/max").doubleValue());
      }
      if (transport.equals("tcp")) {
        assertThat(served.line().get("certificateSha256").isNull()).isTrue();
      } else {
        String rpc = url.formatted("127.0.0.1", served.port());
        // Our own client does not trust it either, unless told to.
        assertThat(call(1, transport, rpc).get("failed").intValue()).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no connection: ");
      }
    }
  }

  @Test
  void servesTheCertificateThatItIsGivenAndEchoesForStrangers() throws Exception {
    X509Bundle mine =
        new CertificateBuilder()
            .algorithm(CertificateBuilder.Algorithm.ecp256)
            .subject("CN=mine.test")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Path certificate = folder.resolve("cert.pem");
    Path key = folder.resolve("key.pem");
    Files.writeString(certificate, mine.getCertificatePathPEM());
    Files.writeString(key, mine.getPrivateKeyPEM());
    String[] args = {
      "websocket",
      "--listen",
      "127.0.0.1:0",
      "--cert",
      certificate.toString(),
      "--key",
      key.toString()
    };
    try (Served served = serve(args)) {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(mine.getCertificate().getEncoded());
      assertThat(served.line().get("certificateSha256").textValue())
          .isEqualTo(Base64.getEncoder().encodeToString(digest));
      JsonNode result =
          call(
              0,
              "websocket",
              "wss://localhost:%d/echo".formatted(served.port()),
              "--count",
              "50",
              "--payload-bytes",
              "70000",
              "--concurrency",
              "4",
              "--insecure");
      assertThat(result.get("completed").intValue()).isEqualTo(50);
      out.reset();
      err.reset();
      String[] again = {"serve", "tls", "--listen", "127.0.0.1:" + served.port()};
      assertThat(
              Main.run(
                  again,
                  new PrintStream(out, true, StandardCharsets.UTF_8),
                  new PrintStream(err, true, StandardCharsets.UTF_8)))
          .isEqualTo(ExitStatus.BAD_INPUT);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .contains("cannot be listened on: Address already in use")
          .containsOnlyOnce("\n");
    }
  }
}
