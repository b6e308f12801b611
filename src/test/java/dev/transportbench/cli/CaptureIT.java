package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.link.Backend;
import dev.transportbench.link.NeedsLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A run with captures on, and what an independent decoder makes of its files: {@code tshark}, given
 * a cell's pcapng and key log and nothing else.
 */
class CaptureIT {
  private static final String STUDY =
      """
      question: What is on the wire?
      benchmarks: [UnaryRpcBenchmark]
      params:
        transport: [websocket, quic, http3, webtransport, webtransport-datagram, quic-incubator]
        payloadBytes: [128]
        concurrency: [1]
        impairment: [open]
        backend: [tun]
      forks: 1
      warmup: {iterations: 0, time: 100ms}
      measurement: {iterations: 1, time: 300ms}
      """;

  /**
   * RPCs on the measured connection before the impairment is set: one, and the next in its place.
   */
  private static final int BEFORE = 2;

  private static final String LAST = "the link's figures count %d before it";
  private static final String FIRST = "the first packet since the impairment was set";

  // RFC 9000 section 12.4, RFC 9221 section 4.
  private static final Set<Integer> ACKS_AND_PADDING = Set.of(0x00, 0x02, 0x03);
  private static final Set<Integer> DATAGRAMS = Set.of(0x30, 0x31);
  private static final int FIRST_STREAM_FRAME = 0x08;
  private static final int LAST_STREAM_FRAME = 0x0f;

  @TempDir static Path folder;
  private static JsonNode ledger;

  @BeforeAll
  static void runWithCaptures() throws Exception {
    NeedsLink.on(Backend.TUN);
    assumeTrue(isInstalled("tshark"), "tshark is not installed");
    Files.writeString(folder.resolve("seen.yaml"), STUDY);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String jar = Path.of(System.getProperty("benchmarks.jar")).toAbsolutePath().toString();
    String out =
        output(
            List.of(
                java,
                "-Djmh.ignoreLock=true",
                "-Dbench.pcap=true",
                "-Dbench.keylog=true",
                "-Dbench.qlog=true",
                "-jar",
                jar,
                "run",
                "seen.yaml",
                "--out",
                "out"));
    assertThat(out).contains("WARNING: not for timing: captures were on (pcap, keylog, qlog)");
    ledger = new ObjectMapper().readTree(folder.resolve("out/ledger.json").toFile());
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private static String output(List<String> command) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    process.waitFor();
    assertThat(process.exitValue()).as(Files.readString(err)).isLessThan(2);
    return Files.readString(out);
  }

  private static JsonNode cell(String transport) {
    for (JsonNode cell : ledger.at("/cells")) {
      if (cell.at("/params/transport").asText().equals(transport)) {
        return cell;
      }
    }
    throw new AssertionError("no cell of " + transport);
  }

  private static JsonNode captures(String transport) {
    return cell(transport).at("/forkEnvironments/0/captures");
  }

  /** What tshark finds, one line a packet. */
  private static List<String> tshark(String transport, String... options) throws Exception {
    String pcap = captures(transport).at("/pcap").asText();
    assertThat(pcap).endsWith(" 0 missed)");
    Path out = folder.resolve("out");
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r"));
    command.add(out.resolve(pcap.substring(0, pcap.indexOf(' '))).toString());
    command.add("-o");
    command.add("tls.keylog_file:" + out.resolve(captures(transport).at("/keylog").asText()));
    command.addAll(List.of(options));
    return output(command).lines().toList();
  }

  private static long rpcs(String transport) {
    return cell(transport).at("/figures/rpc.completed/value").asLong();
  }

  @Test
  void aCellOfHttp3IsDecodedToItsFrames() throws Exception {
    // One packet each way holds HEADERS and DATA; again only if this machine stood still.
    List<String> rpcs =
        tshark(
            "http3",
            "-Y",
            "http3.frame_type==1 && http3.frame_type==0",
            "-T",
            "fields",
            "-e",
            "frame.interface_id",
            "-e",
            "quic.stream.stream_id");
    assertThat(rpcs.stream().distinct()).hasSize(2 * (int) (rpcs("http3") + BEFORE));
    List<String> settings = tshark("http3", "-Y", "http3.frame_type==4");
    assertThat(settings).hasSize(2);
  }

  @Test
  void aCellOfWebSocketIsDecodedToItsFrames() throws Exception {
    List<String> upgrades = tshark("websocket", "-Y", "http");
    assertThat(upgrades).hasSize(2);
    assertThat(upgrades.get(1)).contains("101 Switching Protocols");
    List<String> messages = tshark("websocket", "-Y", "websocket.opcode==2");
    assertThat(messages).hasSize(2 * (int) (rpcs("websocket") + BEFORE));
    // RFC 6455 section 5.1: the client's are masked, the server's are not.
    assertThat(messages.stream().filter(line -> line.contains("[MASKED]")))
        .hasSize(messages.size() / 2);
  }

  private enum Sort {
    DATA,
    /** Data that was sent before: this machine stood still for longer than the peer's patience. */
    AGAIN,
    ONLY_ACKS,
    OTHER
  }

  private static Sort sort(String frameTypes) {
    List<Integer> types =
        Stream.of(frameTypes.split(",")).filter(t -> !t.isEmpty()).map(Integer::decode).toList();
    if (types.stream()
        .anyMatch(
            type ->
                DATAGRAMS.contains(type)
                    || type >= FIRST_STREAM_FRAME && type <= LAST_STREAM_FRAME)) {
      return Sort.DATA;
    }
    assertThat(types).as("decrypted").isNotEmpty();
    return ACKS_AND_PADDING.containsAll(types) ? Sort.ONLY_ACKS : Sort.OTHER;
  }

  /** What the link counted from the impairment on. */
  private static long linkPackets(String transport, int direction) {
    return cell(transport)
        .at("/link/measured/0/" + (direction == 0 ? "up" : "down") + "/packets")
        .asLong();
  }

  /** By direction, what the packets hold that came after the last handshake and first RPC. */
  private static List<Map<Sort, Integer>> packets(String transport) throws Exception {
    List<Map<Sort, Integer>> found = List.of(new HashMap<>(), new HashMap<>());
    boolean[] counts = new boolean[2];
    Set<String> seen = new HashSet<>();
    for (String line :
        tshark(
            transport,
            "-T",
            "fields",
            "-E",
            "separator=|",
            "-e",
            "frame.interface_id",
            "-e",
            "frame.comment",
            "-e",
            "quic.frame_type",
            "-e",
            "quic.stream.stream_id")) {
      String[] fields = line.split("\\|", -1);
      int direction = Integer.parseInt(fields[0]);
      counts[direction] |= fields[1].equals(FIRST);
      // What came between the reading of the link's figures and the end is none of theirs.
      counts[direction] &= !fields[1].equals(LAST.formatted(linkPackets(transport, direction)));
      if (counts[direction]) {
        Sort sort = sort(fields[2]);
        boolean again = !fields[3].isEmpty() && !seen.add(direction + " " + fields[3]);
        found.get(direction).merge(again ? Sort.AGAIN : sort, 1, Integer::sum);
      }
    }
    return found;
  }

  /**
   * Signal, header, message and the stream's end of a small RPC leave in one packet. All other
   * packets are told apart: acknowledgements alone, for a peer that has nothing to send just then,
   * and credit for further streams. Together they are what the link counted.
   */
  @ParameterizedTest
  @CsvSource({"quic", "http3", "webtransport", "webtransport-datagram", "quic-incubator"})
  void aSmallRpcIsOnePacketEachWayAndEveryOtherPacketIsAccountedFor(String transport)
      throws Exception {
    List<Map<Sort, Integer>> packets = packets(transport);
    String[] directions = {"up", "down"};
    long rpcs = rpcs(transport);
    assertThat(rpcs).isGreaterThan(20);
    for (int direction = 0; direction < directions.length; direction++) {
      Map<Sort, Integer> found = packets.get(direction);
      String name = transport + " " + directions[direction] + " " + found + " of " + rpcs;
      // Only a datagram can be given up on, and then answered all the same.
      long givenUp = cell(transport).at("/figures/rpc.failed/value").asLong();
      assertThat((long) found.getOrDefault(Sort.DATA, 0)).as(name).isBetween(rpcs, rpcs + givenUp);
      // One that comes late is acknowledged alone; in a closed loop that is the exception.
      assertThat(found.getOrDefault(Sort.ONLY_ACKS, 0)).as(name).isLessThan((int) rpcs / 4 + 10);
      assertThat(found.getOrDefault(Sort.OTHER, 0)).as(name).isLessThan((int) rpcs / 8 + 10);
      assertThat(found.values().stream().mapToLong(Integer::longValue).sum())
          .as(name)
          .isEqualTo(linkPackets(transport, direction));
    }
  }

  /** One file for each end, of the measured connection alone, as qvis reads it. */
  @ParameterizedTest
  @CsvSource({"quic", "http3", "webtransport", "quic-incubator"})
  void bothEndsTellTheirEvents(String transport) throws IOException {
    String[] files = captures(transport).at("/qlog").asText().split(", ");
    assertThat(files).hasSize(2);
    assertThat(files[0]).endsWith(".client.sqlog");
    assertThat(files[1]).endsWith(".server.sqlog");
    for (String file : files) {
      String events = Files.readString(folder.resolve("out").resolve(file));
      // JSON text sequences (RFC 7464): each record begins with RS.
      assertThat(events).startsWith("\u001e");
      JsonNode head = new ObjectMapper().readTree(events.substring(1, events.indexOf('\n')));
      assertThat(head.toString()).containsIgnoringCase("json-seq");
      assertThat(events).contains("packet_sent").contains("packet_received");
    }
  }

  @Test
  void whatIsNotThereIsNamedWithItsReason() {
    assertThat(captures("websocket").at("/qlog").asText())
        .isEqualTo("not available: no connection was one of QUIC");
    assertThat(captures("null-20us").at("/pcap").asText())
        .isEqualTo("not available: backend loopback sees no packets; allowed: tun");
    assertThat(ledger.at("/environment/captures")).hasSize(3);
  }
}
