package dev.transportbench.benchmark.trial;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Terms;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Clients that have done what they were opened for. They are not closed one by one, where the
 * farewell of one would meet the handshake of the next at the server, but together, between two
 * measured ones, with time for the news to arrive.
 */
final class UsedClients {
  /** How often a client is asked how its connection began: that takes system calls. */
  private static final int LOOKED_AT_EVERY = 8;

  /** What the machine needs to deal with the news that connections are closed. */
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final ClientLoop loop;
  private final TrialSettings settings;
  private final int atMost;
  private final Histogram handshakes;
  private final List<RpcClient> open = new ArrayList<>();
  private final Map<String, Integer> begunOtherwise = new TreeMap<>();
  private final Map<String, Integer> otherCongestion = new TreeMap<>();
  private int lookedAt;
  private int mostConnections;

  /**
   * @param atMost how many stay open
   * @param handshakes takes how long each one's handshake took, in ns
   */
  UsedClients(ClientLoop loop, TrialSettings settings, int atMost, Histogram handshakes) {
    this.loop = loop;
    this.settings = settings;
    this.atMost = atMost;
    this.handshakes = handshakes;
  }

  void add(RpcClient client) {
    open.add(client);
  }

  /** Makes room for one more, when there is none. */
  void makeRoom() {
    if (open.size() >= atMost) {
      discardAll();
    }
  }

  /** After the handshakes' last packets have arrived: 0-RTT is answered before they have. */
  void discardAll() {
    if (open.isEmpty()) {
      return;
    }
    long rttNanos = settings.rttNanos();
    loop.runFor(rttNanos);
    List<Future<Void>> closing = new ArrayList<>();
    for (RpcClient client : open) {
      client
          .handshakeNanos()
          .ifPresent(nanos -> handshakes.recordValue(Math.min(nanos, LatencyHistograms.MAX_NANOS)));
      mostConnections = Math.max(mostConnections, client.connectionsOpened());
      if (closing.size() % LOOKED_AT_EVERY == 0) {
        lookAt(client);
      }
      closing.add(client.discard());
    }
    open.clear();
    closing.forEach(each -> loop.await(each, "closing a connection"));
    loop.runFor(rttNanos + SETTLE_NANOS);
  }

  private void lookAt(RpcClient client) {
    Map<String, String> terms = client.negotiated();
    String begun = terms.get("tls.handshake");
    lookedAt++;
    if (begun != null && !begun.equals(asked().label())) {
      begunOtherwise.merge(begun, 1, Integer::sum);
    }
    String congestion = terms.getOrDefault("congestion", Terms.NOT_AVAILABLE);
    if (!congestion.equals(settings.terms().congestion())
        && !congestion.equals(Terms.NOT_AVAILABLE)) {
      otherCongestion.merge(congestion, 1, Integer::sum);
    }
  }

  private Handshake asked() {
    return settings.terms().handshake();
  }

  /** The most connections that one client opened, of those discarded. */
  int mostConnections() {
    return mostConnections;
  }

  /** What was not as declared or asked: one line each. */
  List<String> violations() {
    List<String> violations = new ArrayList<>();
    begunOtherwise.forEach(
        (label, count) ->
            violations.add(
                "handshake: %d of the %d connections looked at were %s, asked for was %s"
                    .formatted(count, lookedAt, label, asked().label())));
    otherCongestion.forEach(
        (name, count) ->
            violations.add(
                "congestion: %d of the %d connections looked at ran %s, asked for was %s"
                    .formatted(count, lookedAt, name, settings.terms().congestion())));
    int declared = settings.connectionsDeclared();
    if (mostConnections > declared) {
      violations.add(
          "connections: a client opened %d, declared are %d".formatted(mostConnections, declared));
    }
    return violations;
  }

  /** Without waiting. */
  void close() {
    open.forEach(RpcClient::discard);
    open.clear();
  }
}
