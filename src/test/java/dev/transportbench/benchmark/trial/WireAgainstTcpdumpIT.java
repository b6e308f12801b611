package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.link.Backend;
import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The link's counters against tcpdump on the client's end of the same link: to the packet and to
 * the byte, both ways.
 */
class WireAgainstTcpdumpIT {
  private static final int RPCS = 2_000;
  private static final Path TCPDUMP = Path.of("/usr/bin/tcpdump");
  private static final long QUIET_MILLIS = 300;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "tcp, 1024, clean, VETH",
    "quic, 16384, clean, VETH",
    "tls, 16384, open, TUN",
    "http3, 1024, open, TUN",
  })
  void countersAreTcpdumps(String transport, int payloadBytes, String profile, Backend backend)
      throws Exception {
    assumeTrue(Files.isExecutable(TCPDUMP), "needs tcpdump (Debian: tcpdump)");
    TrialSettings settings = TrialCells.settings(transport, payloadBytes, 4, profile, backend);
    try (Trial trial = Trial.start(settings, PacedLoad.closedLoop())) {
      Path file = folder.resolve("client.pcap");
      Path said = folder.resolve("tcpdump.out");
      Thread.sleep(QUIET_MILLIS);
      Link.Counters before = trial.link().counters().orElseThrow();
      // On this thread, which is in the client's namespace.
      Process tcpdump =
          new ProcessBuilder(
                  TCPDUMP.toString(),
                  "--immediate-mode",
                  "-Z",
                  "root",
                  "-i",
                  "link0",
                  "-B",
                  "65536",
                  "-s",
                  "96",
                  "-w",
                  file.toString())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      try {
        awaitText(said, "listening on");
        trial.beginIteration(true);
        for (int i = 0; i < RPCS; i++) {
          trial.completeOne();
        }
        trial.endIteration(true);
        // Late acknowledgements.
        Thread.sleep(QUIET_MILLIS);
        Link.Counters counted = trial.link().counters().orElseThrow().minus(before);
        // SIGINT, on which it writes what it has and says what it lost.
        new ProcessBuilder("kill", "-INT", Long.toString(tcpdump.pid())).start().waitFor();
        assertThat(tcpdump.waitFor(10, TimeUnit.SECONDS)).isTrue();

        assertThat(Files.readString(said)).contains("0 packets dropped by kernel");
        Link.Counters seen = read(file, trial.link().address(End.CLIENT));
        assertThat(counted).isEqualTo(seen);

        IterationRecord found = trial.iterations().get(0);
        double completed = TrialCells.value(found, FigureName.RPC_COMPLETED);
        // The figures' window ends with the last response: a few acknowledgements come later.
        assertThat(TrialCells.value(found, FigureName.WIRE_PACKETS_UP) * completed)
            .isCloseTo(seen.upPackets(), within(4.0));
        assertThat(TrialCells.value(found, FigureName.WIRE_PACKETS_DOWN) * completed)
            .isCloseTo(seen.downPackets(), within(4.0));
      } finally {
        tcpdump.destroyForcibly().waitFor();
      }
    }
  }

  private static void awaitText(Path file, String text) throws Exception {
    long start = System.nanoTime();
    while (!Files.readString(file).contains(text)) {
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(20));
      Thread.sleep(20);
    }
  }

  /** Reads the classic format of pcap: draft-ietf-opsawg-pcap. */
  private static Link.Counters read(Path file, InetAddress client) throws Exception {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(in.getInt(0)).isEqualTo(0xa1b2c3d4);
    int linkType = in.getInt(20);
    // Ethernet has 14 bytes of its own, raw IP none: LINKTYPE_ETHERNET 1, LINKTYPE_RAW 101.
    assertThat(linkType).isIn(List.of(1, 101));
    int ethernet = linkType == 1 ? 14 : 0;
    long[] packets = new long[2];
    long[] bytes = new long[2];
    int at = 24;
    while (at < in.limit()) {
      int kept = in.getInt(at + 8);
      byte[] source = new byte[4];
      in.get(at + 16 + ethernet + 12, source);
      int way = InetAddress.getByAddress(source).equals(client) ? 0 : 1;
      packets[way]++;
      bytes[way] += in.getInt(at + 12) - ethernet;
      at += 16 + kept;
    }
    return new Link.Counters(packets[0], bytes[0], packets[1], bytes[1]);
  }
}
