package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.forensics.Conditions;
import dev.transportbench.benchmark.forensics.Conditions.Order;
import dev.transportbench.benchmark.forensics.LossForensics;
import dev.transportbench.benchmark.forensics.LossKind;
import dev.transportbench.benchmark.forensics.LossTally;
import dev.transportbench.benchmark.forensics.LostPacket;
import dev.transportbench.benchmark.forensics.QuicModel;
import dev.transportbench.benchmark.forensics.RpcTimes;
import dev.transportbench.benchmark.forensics.SlowedRpc;
import dev.transportbench.benchmark.forensics.TcpModel;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Quantiles;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.link.Backend;
import dev.transportbench.link.Direction;
import dev.transportbench.link.Link;
import dev.transportbench.link.PacketLog;
import dev.transportbench.link.PacketLogging;
import dev.transportbench.rpc.Trait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * An iteration's figures of what lost packets did to RPCs: {@link LossForensics} with what the
 * emulator wrote down of single packets. In the window each RPC costs two stores; all else is done
 * after it. Where no emulator sees packets, or nothing happens to them, it is off and says so.
 */
final class LossMeter {
  /** RPCs of one iteration, 16 bytes each. */
  private static final int MOST_RPCS = 1 << 18;

  private static final int MOST_EVENTS = 1 << 15;

  /** RFC 9000 section 18.2: the default, which our codecs leave. */
  private static final double MAX_ACK_DELAY_NANOS = 25e6;

  // IPv4 and TCP headers with time stamps, and a TLS record's.
  private static final int HEADERS_ON_TCP_BYTES = 52 + 22;
  // What quiche puts into a packet of 1,350 bytes of UDP payload.
  private static final int CONTENT_OF_QUIC_PACKET_BYTES = 1_290;
  private static final double UNKNOWN_RTT_NANOS = 100e3;
  private static final Map<LossKind, FigureName> COUNTS =
      Map.of(
          LossKind.REQUEST, FigureName.LOSS_REQUEST,
          LossKind.RESPONSE, FigureName.LOSS_RESPONSE,
          LossKind.ACK, FigureName.LOSS_ACK,
          LossKind.VICTIM, FigureName.LOSS_VICTIM,
          LossKind.HANDSHAKE, FigureName.LOSS_HANDSHAKE,
          LossKind.AMBIGUOUS, FigureName.LOSS_AMBIGUOUS);

  private final String off;
  private final PacketLogging log;
  private final RpcTimes rpcs;
  private final int serverPort;
  private final int messageBytes;
  private final LossForensics forensics;
  private final LossTally tally = new LossTally();
  private final List<SlowedRpc> slowed = new ArrayList<>();
  private long eventsBefore;
  private long windowStart;

  private LossMeter(String off) {
    this.off = off;
    log = null;
    rpcs = null;
    serverPort = 0;
    messageBytes = 0;
    forensics = null;
  }

  private LossMeter(
      PacketLogging log, RpcTimes rpcs, int serverPort, int messageBytes, LossForensics forensics) {
    off = null;
    this.log = log;
    this.rpcs = rpcs;
    this.serverPort = serverPort;
    this.messageBytes = messageBytes;
    this.forensics = forensics;
  }

  /** Has the link remember what it does to packets; call before it is impaired. */
  static void prepare(Link link, TrialSettings settings) throws IOException {
    if (link.packetLogging().isPresent() && whyOff(settings) == null) {
      link.packetLogging().get().remember(MOST_EVENTS);
    }
  }

  private static String whyOff(TrialSettings settings) {
    if (settings.backend() != Backend.TUN) {
      return "backend %s tells nothing of single packets; allowed: tun"
          .formatted(settings.backend().label());
    }
    if (settings.profile().up().isNone() && settings.profile().down().isNone()) {
      return "nothing is impaired";
    }
    if (!settings.transport().traits().contains(Trait.RELIABLE)) {
      return "a lost RPC is not repaired, but counted in rpc.failed";
    }
    return null;
  }

  /**
   * Begins to record what a driver sends.
   *
   * @param connections that the RPCs are spread over
   * @param counters of the client's connections over the open link
   */
  static LossMeter start(
      Link link,
      Driver driver,
      TrialSettings settings,
      int connections,
      int serverPort,
      Map<String, Double> counters) {
    String off = whyOff(settings);
    if (off != null) {
      return new LossMeter(off);
    }
    RpcTimes rpcs = new RpcTimes(MOST_RPCS);
    Optional<RpcBytes> payload = driver.record(rpcs);
    if (payload.isEmpty()) {
      return new LossMeter("not recorded by this benchmark, or its RPCs are of several sizes");
    }
    int request = payload.get().request();
    int response = payload.get().response();
    boolean udp =
        settings.transport().traits().contains(Trait.UDP)
            || counters.containsKey("packets.sent") && !counters.containsKey("packets.data.sent");
    Conditions conditions =
        new Conditions(
            udp ? new QuicModel(MAX_ACK_DELAY_NANOS) : new TcpModel(),
            order(settings, connections, udp),
            request,
            response,
            udp
                ? CONTENT_OF_QUIC_PACKET_BYTES
                : settings.profile().mtuBytes() - HEADERS_ON_TCP_BYTES);
    double rttNanos =
        counters.containsKey("rtt.us") ? counters.get("rtt.us") * 1e3 : UNKNOWN_RTT_NANOS;
    return new LossMeter(
        link.packetLogging().orElseThrow(),
        rpcs,
        serverPort,
        Math.min(request, response),
        new LossForensics(conditions, rttNanos));
  }

  private static Order order(TrialSettings settings, int connections, boolean udp) {
    Set<Trait> traits = settings.transport().traits();
    if (udp || !traits.contains(Trait.MULTIPLEXED)) {
      return Order.NONE;
    }
    return connections == 1 ? Order.SHARED : Order.PARTLY_SHARED;
  }

  /** Call with nothing in flight. */
  void begin() {
    if (off == null) {
      rpcs.reset();
      windowStart = System.nanoTime();
    }
  }

  /** Adds the figures of the window that has just ended; {@code measured} ones are kept. */
  void end(Map<FigureName, Reading> readings, Map<Series, String> histograms, boolean measured) {
    String why = off;
    if (why == null) {
      PacketLog read = read();
      long events = read.total() - eventsBefore;
      eventsBefore = read.total();
      if (events > MOST_EVENTS) {
        why = "%,d things happened to packets, %,d are remembered".formatted(events, MOST_EVENTS);
      } else if (rpcs.missed() > 0) {
        why =
            "%,d RPCs, of which %,d are remembered"
                .formatted(rpcs.count() + rpcs.missed(), rpcs.count());
      } else {
        figures(forensics.examine(rpcs, lost(read)), readings, histograms, measured);
        return;
      }
    }
    for (FigureName name : FigureName.values()) {
      if (name.isOfLosses()) {
        readings.put(name, Reading.notAvailable(why));
      }
    }
  }

  private void figures(
      LossForensics.Findings found,
      Map<FigureName, Reading> readings,
      Map<Series, String> histograms,
      boolean measured) {
    Histogram latencies = LatencyHistograms.create();
    Histogram predictions = LatencyHistograms.create();
    Histogram victims = LatencyHistograms.create();
    Map<LossKind, Integer> counts = new EnumMap<>(LossKind.class);
    for (SlowedRpc rpc : found.slowed()) {
      counts.merge(rpc.kind(), 1, Integer::sum);
      if (rpc.kind() != LossKind.AMBIGUOUS) {
        latencies.recordValue(Math.min(rpc.latencyNanos(), LatencyHistograms.MAX_NANOS));
      }
      if (rpc.kind() == LossKind.VICTIM) {
        victims.recordValue(Math.min(rpc.latencyNanos(), LatencyHistograms.MAX_NANOS));
      }
      if (!Double.isNaN(rpc.predictedNanos())) {
        predictions.recordValue(
            Math.min(Math.round(rpc.predictedNanos()), LatencyHistograms.MAX_NANOS));
      }
      if (measured) {
        tally.add(rpc);
        slowed.add(rpc);
      }
    }
    COUNTS.forEach((kind, name) -> readings.put(name, Reading.of(counts.getOrDefault(kind, 0))));
    readings.put(FigureName.LOSS_HARMLESS, Reading.of(found.harmless()));
    readings.put(FigureName.LOSS_THRESHOLD, Reading.of(found.thresholdNanos() / 1e3));
    readings.putAll(Quantiles.of(Series.LATENCY_LOSS, latencies));
    readings.putAll(Quantiles.of(Series.LATENCY_LOSS_PREDICTED, predictions));
    readings.putAll(Quantiles.of(Series.LATENCY_VICTIM, victims));
    histograms.put(Series.LATENCY_VICTIM, Quantiles.encode(victims));
    histograms.put(Series.LATENCY_LOSS, Quantiles.encode(latencies));
    histograms.put(Series.LATENCY_LOSS_PREDICTED, Quantiles.encode(predictions));
  }

  private PacketLog read() {
    try {
      Path file = Files.createTempFile("packets", ".log");
      try {
        log.save(file);
        return PacketLog.read(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the emulator's packet log cannot be read", e);
    }
  }

  private List<LostPacket> lost(PacketLog read) {
    Set<List<Object>> copied = new HashSet<>();
    for (PacketLog.Entry entry : read.entries()) {
      if (entry.event() == PacketLog.Event.DUPLICATED) {
        copied.add(List.of(entry.direction(), entry.packet()));
      }
    }
    List<LostPacket> lost = new ArrayList<>();
    for (PacketLog.Entry entry : read.entries()) {
      long nanos = read.startNanos() + entry.nanos();
      // Of a packet that was copied one arrives; of a corrupted one nothing that passes its check.
      boolean arrives =
          entry.event() == PacketLog.Event.DUPLICATED
              || entry.event() == PacketLog.Event.OVERTAKEN
              || copied.contains(List.of(entry.direction(), entry.packet()));
      if (!arrives && nanos - windowStart >= 0 && isMeasured(entry)) {
        lost.add(new LostPacket(nanos, entry.direction(), entry.packet(), content(entry)));
      }
    }
    return lost;
  }

  private boolean isMeasured(PacketLog.Entry entry) {
    int port = entry.direction() == Direction.UP ? entry.destinationPort() : entry.sourcePort();
    return port == serverPort;
  }

  private LostPacket.Content content(PacketLog.Entry entry) {
    return entry.protocol() == PacketLog.Entry.TCP
        ? LostPacket.contentOfTcp(entry.lead(), entry.payloadBytes())
        : LostPacket.contentOfQuic(entry.lead(), entry.payloadBytes(), messageBytes);
  }

  /** The measured windows' RPCs that a loss slowed. */
  List<SlowedRpc> slowed() {
    return List.copyOf(slowed);
  }

  /** For the fork's record; empty when it is off. */
  Map<String, Object> found(Map<String, Long> client, Map<String, Long> server) {
    if (off != null) {
      return Map.of();
    }
    Map<String, Object> found = new LinkedHashMap<>();
    found.put("rows", tally.rows());
    found.put("kernel", Map.of("client", client, "server", server));
    return found;
  }
}
