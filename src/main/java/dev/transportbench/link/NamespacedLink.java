package dev.transportbench.link;

import dev.transportbench.link.linux.Namespace;
import dev.transportbench.link.linux.Netlink.DeviceCounters;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** What the links with two namespaces have in common. */
abstract class NamespacedLink implements Link {
  /** The device's queue: deep, since its overflow would be a loss that nobody asked for. */
  static final int QUEUE_PACKETS = 10_000;

  private final LinkProfile profile;
  private final Backend backend;
  private final long seed;
  private final Ends ends;

  NamespacedLink(LinkProfile profile, Backend backend, long seed, Ends ends) {
    this.profile = profile;
    this.backend = backend;
    this.seed = seed;
    this.ends = ends;
  }

  @Override
  public LinkProfile profile() {
    return profile;
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public InetAddress address(End end) {
    return Ends.address(end);
  }

  @Override
  public Entry enter(End end) {
    Namespace.Visit visit = ends.namespace(end).enter();
    return visit::close;
  }

  @Override
  public ThreadFactory threadFactory(End end, String prefix) {
    AtomicInteger next = new AtomicInteger();
    return work -> {
      // Netty's own threads are such; on a plain one its thread-locals take a slower way.
      Thread thread =
          new FastThreadLocalThread(
              () -> {
                Entry entry = enter(end);
                try {
                  work.run();
                } finally {
                  entry.close();
                }
              },
              prefix + next.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }

  Ends ends() {
    return ends;
  }

  /** IP packets and bytes of both directions, given what each carries beside IP. */
  Counters counters(int linkLayerBytesPerPacket) {
    DeviceCounters up = ends.sent(End.CLIENT);
    DeviceCounters down = ends.sent(End.SERVER);
    return new Counters(
        up.sentPackets(),
        up.sentBytes() - linkLayerBytesPerPacket * up.sentPackets(),
        down.sentPackets(),
        down.sentBytes() - linkLayerBytesPerPacket * down.sentPackets());
  }

  /** What was asked, as evidence has it. */
  Map<String, Object> asked() {
    return Asked.of(profile, backend, seed);
  }

  /** Packets that the devices threw away instead of sending; a violation for each that did. */
  Map<String, Object> deviceDrops(List<String> violations) {
    Map<String, Object> drops = new LinkedHashMap<>();
    for (Direction direction : Direction.values()) {
      String name = direction.label();
      long dropped = ends.sent(direction.from()).droppedPackets();
      drops.put(name, dropped);
      if (dropped > 0) {
        violations.add(
            "%s: the kernel dropped %d packets at the device, whose queue was full"
                .formatted(name, dropped));
      }
    }
    return drops;
  }

  @Override
  public void close() {
    ends.close();
  }
}
