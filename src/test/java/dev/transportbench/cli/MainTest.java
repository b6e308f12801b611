package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  private static final X509Bundle CERTIFICATE = selfSigned();
  private static final X509Bundle OTHER = selfSigned();

  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static X509Bundle selfSigned() {
    try {
      return new CertificateBuilder()
          .algorithm(CertificateBuilder.Algorithm.ecp256)
          .subject("CN=x.test")
          .setIsCertificateAuthority(true)
          .buildSelfSigned();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private int run(String... args) {
    return Main.run(args, stream(out), stream(err));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** {@code @} stands for the test's folder. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run | Missing required parameter: 'STUDY'",
        "run nope | study: 'nope' is unknown; allowed: ",
        "run @/nope.yaml | nope.yaml' does not exist; allowed: ",
        "run @ | is a folder; allowed: ",
        "run @/empty.yaml | empty.yaml:1: the file is empty; allowed: fields and values",
        "run @/binary.yaml | allowed: ",
        "run @/bad.yaml | bad.yaml:2: forks: 'x' is not a whole number; allowed: ",
        "run quick --seed x | Invalid value for option '--seed': 'x' is not a long",
        "run quick --nope | Unknown option: '--nope'",
        "run quick --shard 4/3 | --shard: '4/3' is no part of a whole; allowed: i/n, i from 1 to n",
        "merge --out @/m | Missing required parameter: 'DIR'",
        "merge @ | Missing required option: '--out=DIR'",
        "merge @ --out @/m | holds no ledger.json; allowed: a folder that a run has written",
        "run quick --budget soon | --budget: 'soon' is not a time; allowed: a whole number above 0"
            + " and",
        "run quick --budget 1m | --budget: '1m' is too short for quick: one fork of one iteration"
            + " of ",
        "run quick extra | Unmatched argument at index 2: 'extra'",
        "report | Missing required parameter: 'DIR'",
        "report @/none | none' does not exist; allowed: a folder that a run has written",
        "report @/bad.yaml | is not a folder; allowed: a folder that a run has written",
        "report @ | holds no ledger.json; allowed: a folder that a run has written",
        "compare @/none @ | none' does not exist; allowed: a file of JMH's JSON, or a folder that a"
            + " run",
        "compare @ @ | holds no ledger.json; allowed: ",
        "compare @/empty.yaml @/empty.yaml | is empty; allowed: JMH's JSON, an array of results",
        "compare @/binary.yaml @/binary.yaml --out @/x | is not JSON from line 1 on; allowed: ",
        "compare @/bad.yaml @/bad.yaml --out @/x | is an object, not an array; allowed: ",
        "compare @ | Missing required parameter: 'HEAD'",
        "compare @ @ --format pdf | Invalid value for option '--format'",
        "doctor --nope | Unknown option: '--nope'",
        "rum quick | [rum, quick]: no benchmark matches; allowed: ",
        "-t 2 Unary | -t: '2' asks for several threads; allowed: -t 1",
        "-t max Unary | -t: 'max' asks for several threads; allowed: -t 1",
        "-opi 5 Unary | -opi: would make JMH's score another than the RPCs completed; allowed:"
            + " none",
        "-bs 10 Unary | -bs: would make JMH's score another than the RPCs completed; allowed: none",
        "-tg 1,1 Unary | -tg: '…' asks for several threads; allowed: -t 1",
        "Unary -p transport=foo | -p: transport: 'foo' is an unknown transport; allowed: ",
        "Unary -p payloadBytes=x | -p: payloadBytes: 'x' is not a whole number; allowed: ",
        "Unary -p payloadBytes=010 | -p: payloadBytes: '010' is not written plainly; allowed: ",
        "Unary -p concurrency=0 | -p: concurrency: '0' is out of range; allowed: ",
        "Unary -p impairment=nope | -p: impairment: 'nope' is an unknown link profile; allowed: ",
        "Unary -p backend=x | -p: backend: 'x' is an unknown backend; allowed: ",
        "Unary -p size=1 | -p: size: '1' is an unknown parameter; allowed: ",
        "Unary -p backend=veth -p impairment=open | has no cell left: backend: 'veth' has no"
            + " emulator, which link profile 'open' takes; allowed: a study",
        "Unary -p transport=null,tcp -p impairment=open | cannot be measured: transport null has"
            + " no",
        "Unary -p concurrency=4096 -p payloadBytes=65536 | in flight are 256 MiB; at most 64 fit",
        "Unary -rff @/none/x.json | x.json' cannot be written; allowed: a file in a folder",
        "Unary -o @ | cannot be written; allowed: a file in a folder that is there",
        "Unary -jvm @/nope | nope' cannot be run; allowed: the path of a java executable",
        "run quick --retry-failed | --retry-failed: 'true' has nothing to go on with; allowed: ",
        "run @/large.yaml | large.yaml:1: the file has 2000000 characters; allowed: at most"
            + " 1048576",
        "run quick --resume --out @/torn | journal.jsonl:1: is not a line of a journal; allowed: ",
        "run quick --resume --out @/bin | journal.jsonl:1: is not a line of a journal; allowed: ",
        "report @/lacking | holds a ledger.json that lacks fields of a ledger or of its cells",
        "--nope | is not a recognized option; allowed: JMH's options",
        "serve | Missing required options and parameters: '--listen=ADDR:PORT'",
        "serve tcp | Missing required option: '--listen=ADDR:PORT'",
        "serve nope --listen :0 | TRANSPORT: 'nope' is unknown; allowed: fallback, http1, ",
        "serve null --listen :0 | TRANSPORT: 'null' uses no network; allowed: fallback, http1, ",
        "serve tcp --listen 80 | --listen: '80' has no port; allowed: ADDR:PORT, as ",
        "serve tcp --listen ::1:80 | --listen: '::1:80' has an IPv6 address without brackets; ",
        "serve tcp --listen [::1]:70000 | --listen: '[::1]:70000' has no valid port; allowed: ",
        "serve tcp --listen 127.0.0.1:-1 | --listen: '127.0.0.1:-1' has no valid port; allowed: ",
        "serve tcp --listen [::zz]:1 | --listen: '[::zz]:1' names no address; ",
        "serve tcp --listen 192.0.2.1:0 | cannot be listened on: Cannot assign requested address; ",
        "serve quic --listen 192.0.2.1:0 | cannot be listened on: Cannot assign requested address;"
            + " ",
        "serve tls --listen :0 --cert @/c.pem | --cert: is given alone; allowed: --cert and --key",
        "serve tls --listen :0 --key @/k.pem | --key: is given alone; allowed: --cert and --key",
        "serve tls --listen :0 --cert @/no --key @/k.pem | /no' cannot be read; allowed: X.509 ",
        "serve tls --listen :0 --cert @/empty.yaml --key @/k.pem | holds no certificate; allowed: ",
        "serve tls --listen :0 --cert @/bad.yaml --key @/k.pem | is no certificate; allowed: ",
        "serve tls --listen :0 --cert @/c.pem --key @ | --key: '@' cannot be read; allowed: ",
        "serve tls --listen :0 --cert @/c.pem --key @/c.pem | holds no such key; allowed: ",
        "serve tls --listen :0 --cert @/c.pem --key @/torn.pem | is no key of EC, RSA, EdDSA; ",
        "serve tls --listen :0 --cert @/c.pem --key @/other.pem | is not the key of the first cert",
        "serve tcp --listen :0 --cert @/c.pem --key @/k.pem | is of no use: transport 'tcp' is not",
        "call | Missing required parameters: 'TRANSPORT', 'URL'",
        "call nope tcp://127.0.0.1:1 | TRANSPORT: 'nope' is unknown; allowed: fallback, http1, ",
        "call tcp https://127.0.0.1:1/rpc | has another scheme than transport 'tcp'; allowed:"
            + " tcp:/",
        "call http2 127.0.0.1:1 | is no URL; allowed: https://HOST:PORT/PATH",
        "call http2 https:///rpc | is not just a host, a port and a path; allowed:"
            + " https://HOST:PORT/PATH",
        "call http2 https://127.0.0.1:1/rpc#x | is not just a host, a port and a path; allowed: ",
        "call http2 https://127.0.0.1:70000/rpc | has no valid port; allowed: https://HOST:PORT/PA",
        "call tcp tcp://127.0.0.1 | has no valid port; allowed: tcp://HOST:PORT",
        "call quic quic://127.0.0.1:1/echo | has a path, of which 'quic' knows none; allowed:"
            + " quic:",
        "call fallback https://127.0.0.1:1/x | is not one of ours, and 'fallback' calls no others;"
            + " ",
        "call tcp tcp://127.0.0.1:1 --count -1 | --count: '-1' is not in range; allowed: a whole n",
        "call tcp tcp://127.0.0.1:1 --count 0 | --count: '0' is not in range; allowed: a whole num",
        "call tcp tcp://127.0.0.1:1 --count x | --count: 'x' is not in range; allowed: a whole num",
        "call tcp tcp://127.0.0.1:1 --payload-bytes -1 | --payload-bytes: '-1' is not in range; ",
        "call tcp tcp://127.0.0.1:1 --concurrency 9999 | --concurrency: '9999' is not in range; a",
        "call tcp tcp://h:1 --concurrency 99 --payload-bytes 999999 | allowed: 64 MiB in flight",
      })
  void badInputIsOneLineAndStatusTwoAndWritesNothing(String line, String message)
      throws IOException {
    Files.writeString(folder.resolve("empty.yaml"), "");
    Files.write(folder.resolve("binary.yaml"), new byte[] {0, (byte) 0xff, 7, (byte) 0xc3});
    Files.writeString(
        folder.resolve("bad.yaml"),
        "{question: q, benchmarks: [x], measurement: {iterations: 1, time: 1s},\n forks: x}");
    Files.writeString(folder.resolve("large.yaml"), "#".repeat(2_000_000));
    Files.writeString(folder.resolve("c.pem"), CERTIFICATE.getCertificatePEM());
    Files.writeString(folder.resolve("k.pem"), CERTIFICATE.getPrivateKeyPEM());
    Files.writeString(folder.resolve("other.pem"), OTHER.getPrivateKeyPEM());
    Files.writeString(
        folder.resolve("torn.pem"),
        "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n");
    Files.writeString(file("torn/journal.jsonl"), "{}\n");
    Files.write(file("bin/journal.jsonl"), new byte[] {1, 2, 3, 0, 5});
    Files.writeString(
        file("lacking/ledger.json"), "{\"schemaVersion\": 1, \"study\": \"x\", \"cells\": [{}]}");
    long before = files();

    int status = run(line.replace("@", folder.toString()).split(" "));

    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(message.replace("@", folder.toString()))
        .containsOnlyOnce("\n");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(status).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(files()).isEqualTo(before);
  }

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return file;
  }

  private long files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.count();
    }
  }

  @Test
  void withoutArgumentsItNamesBothWays() {
    assertThat(run()).isEqualTo(ExitStatus.OK);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("VERB").contains("JMH's own");
  }

  @ParameterizedTest
  @CsvSource({
    "--help",
    "help",
    "run --help",
    "report --help",
    "doctor --help",
    "serve --help",
    "call --help",
    "compare --help"
  })
  void helpIsNoError(String line) {
    assertThat(run(line.split(" "))).isEqualTo(ExitStatus.OK);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Usage: ");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void doctorSaysForEachThingThatIsMissingWhatFollowsAndHowToGetIt() {
    int status = run("doctor", "--json");

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\"quickRunsWhole\":" + (status == ExitStatus.OK))
        .contains("\"what\":\"JDK\"");
    assertThat(Doctor.examine())
        .filteredOn(finding -> finding.verdict() != Finding.Verdict.ok)
        .allSatisfy(
            finding -> {
              assertThat(finding.missing()).isNotBlank();
              assertThat(finding.remedy()).isNotBlank();
            });
  }
}
