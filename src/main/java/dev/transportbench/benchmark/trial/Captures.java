package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.CaptureOptions;
import dev.transportbench.link.Link;
import dev.transportbench.link.PacketLogging;
import dev.transportbench.rpc.ConnectionLogs;
import dev.transportbench.rpc.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that a fork writes beside its record, when asked for: {@code pcap/STEM.pcapng}, {@code
 * pcap/STEM.keylog}, {@code qlog/STEM.client.sqlog} and {@code .server.sqlog}. They hold the
 * measured connections from their handshake on, and not those that warmed the JVM.
 */
final class Captures {
  /** The system property with the folder that gets the files; without it the working one. */
  static final String FOLDER_PROPERTY = "bench.capture.folder";

  /** The system property with the stem of the files' names; without it one is made. */
  static final String STEM_PROPERTY = "bench.capture.stem";

  private final CaptureOptions asked;
  private final Path root;
  private final Path keyLog;
  private final Path pcap;
  private final Path qlogs;
  private final String stem;
  private Optional<PacketLogging> packets = Optional.empty();

  private Captures(CaptureOptions asked, Path root, String stem) {
    this.asked = asked;
    this.root = root;
    this.stem = stem;
    Path pcaps = root.resolve("pcap");
    pcap = pcaps.resolve(stem + ".pcapng");
    keyLog = pcaps.resolve(stem + ".keylog");
    qlogs = root.resolve("qlog");
  }

  /** Call before anything of TLS is set up. */
  static Captures begin(TrialSettings settings) throws IOException {
    Captures captures =
        new Captures(
            CaptureOptions.ofThisProcess(),
            Path.of(System.getProperty(FOLDER_PROPERTY, "")),
            System.getProperty(STEM_PROPERTY, stemOf(settings)));
    if (captures.asked.pcap() || captures.asked.keylog()) {
      Files.createDirectories(captures.pcap.toAbsolutePath().getParent());
    }
    if (captures.asked.keylog()) {
      ConnectionLogs.logKeys(captures.keyLog);
    }
    if (captures.asked.qlog()) {
      ConnectionLogs.logQuicEvents(captures.unsorted());
    }
    return captures;
  }

  private static String stemOf(TrialSettings settings) {
    String values = String.join("-", settings.params().values());
    return values.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-")
        + "-"
        + ProcessHandle.current().pid();
  }

  /** Where the codecs put their qlog files, under names of their own. */
  private Path unsorted() {
    return qlogs.resolve(stem);
  }

  /** Call when the warm connections are closed and the measured ones are not yet opened. */
  void start(Link link) throws IOException {
    if (asked.qlog()) {
      for (Role role : Role.values()) {
        for (Path warm : qlogsOf(role)) {
          Files.delete(warm);
        }
      }
    }
    if (asked.pcap()) {
      packets = link.packetLogging();
      if (packets.isPresent()) {
        packets.get().capture(pcap);
      }
    }
  }

  /**
   * Ends the capture.
   *
   * @return for each that was asked for the file, or why there is none; empty when none was
   */
  Map<String, String> end(Link link) throws IOException {
    Map<String, String> found = new LinkedHashMap<>();
    if (asked.pcap()) {
      found.put("pcap", endPackets(link));
    }
    if (asked.keylog()) {
      found.put(
          "keylog",
          Files.size(keyLog) > 0
              ? root.relativize(keyLog).toString()
              : "not available: no connection had keys");
    }
    if (asked.qlog()) {
      List<String> files = sortQlogs();
      found.put(
          "qlog",
          files.isEmpty()
              ? "not available: no connection was one of QUIC"
              : String.join(", ", files));
    }
    return found;
  }

  private String endPackets(Link link) throws IOException {
    if (packets.isEmpty()) {
      return "not available: backend %s sees no packets; allowed: tun"
          .formatted(link.backend().label());
    }
    PacketLogging.Captured captured = packets.get().endCapture();
    packets = Optional.empty();
    return "%s (%d packets, %d missed)"
        .formatted(root.relativize(pcap), captured.packets(), captured.missed());
  }

  private List<String> sortQlogs() throws IOException {
    List<String> sorted = new ArrayList<>();
    for (Role role : Role.values()) {
      List<Path> files = qlogsOf(role);
      for (Path file : files) {
        String number = files.size() == 1 ? "" : "-" + (files.indexOf(file) + 1);
        // The codec's own ending is the one of plain JSON; these are JSON text sequences.
        Path to =
            qlogs.resolve(stem + "." + role.name().toLowerCase(Locale.ROOT) + number + ".sqlog");
        Files.deleteIfExists(to);
        Files.move(file, to);
        sorted.add(root.relativize(to).toString());
      }
      Files.deleteIfExists(ConnectionLogs.qlogFolder(role).orElseThrow());
    }
    Files.deleteIfExists(unsorted());
    return sorted;
  }

  private static List<Path> qlogsOf(Role role) throws IOException {
    try (Stream<Path> files = Files.list(ConnectionLogs.qlogFolder(role).orElseThrow())) {
      return files.sorted().toList();
    }
  }
}
