package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.fuzz.FuzzCases;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

class CommandLineFuzzTest extends FuzzCases {

  private static final Transport HTTP2 = Transports.named("http2");

  @TempDir private Path folder;

  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case(
            "--listen",
            texts("127.0.0.1:80", "[::1]:65535", "[::]:0", ":1"),
            Set.of(BadInputException.class),
            (input, random) -> listen(new String(input, StandardCharsets.UTF_8))),
        new Case(
            "URL",
            texts("https://127.0.0.1:4433/rpc", "https://[::1]/a/b?c=d", "https://1.2.3.4"),
            Set.of(BadInputException.class),
            (input, random) -> url(new String(input, StandardCharsets.UTF_8))),
        new Case(
            "PEM",
            texts(
                "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n",
                "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"),
            Set.of(BadInputException.class),
            (input, random) -> {
              Path file = Files.write(folder.resolve("pem"), input);
              try {
                PemIdentity.read(file, file, "x");
              } catch (BadInputException e) {
                // A seed is none either.
                return;
              }
            }));
  }

  private static void listen(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0
        || text.startsWith("[")
        || text.substring(0, colon).matches("[0-9]+(\\.[0-9]+){3}")) {
      ListenAddress.parse(text);
    }
  }

  private static void url(String text) {
    if (text.matches("(?s).*://(\\[[^\\]]*\\]|127\\.0\\.0\\.1|1\\.2\\.3\\.4)[:/?#].*")
        || !text.contains("//")) {
      CallTarget.parse(HTTP2, text);
    }
  }
}
