package dev.transportbench.transport.connection;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** A server's connections: how many there were, what the last negotiated, and their end. */
public final class AcceptedConnections {
  private final ChannelGroup open;
  private final BiConsumer<Channel, Map<String, String>> describe;
  private final BiConsumer<Channel, Map<String, Double>> count;
  private Channel latest;
  private int accepted;
  private Map<String, String> negotiated = Map.of();

  /**
   * @param describe adds to the map what a connection says that it negotiated
   * @param count adds to the map what was counted on a connection
   */
  public AcceptedConnections(
      EventExecutor loop,
      BiConsumer<Channel, Map<String, String>> describe,
      BiConsumer<Channel, Map<String, Double>> count) {
    // Channels that arrive after close() are closed at once.
    open = new DefaultChannelGroup("server", loop, true);
    this.describe = describe;
    this.count = count;
  }

  public void add(Channel connection) {
    accepted++;
    latest = connection;
    open.add(connection);
  }

  public int count() {
    return accepted;
  }

  /** Of the last connection; as it was last read when that one is closed. */
  public Map<String, String> negotiated() {
    if (latest != null && latest.isActive()) {
      Map<String, String> terms = new TreeMap<>();
      describe.accept(latest, terms);
      negotiated = terms;
    }
    return negotiated;
  }

  /** Of all that are open. */
  public Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>();
    open.forEach(connection -> count.accept(connection, counters));
    return counters;
  }

  public Future<Void> closeAll() {
    return open.close();
  }
}
