package dev.transportbench.link;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The host's own loopback interface, used as it is: nothing to set up, nothing to count. */
record LoopbackLink(LinkProfile profile, long seed) implements Link {
  @Override
  public Backend backend() {
    return Backend.LOOPBACK;
  }

  @Override
  public InetAddress address(End end) {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public Entry enter(End end) {
    return () -> {};
  }

  @Override
  public ThreadFactory threadFactory(End end, String prefix) {
    AtomicInteger next = new AtomicInteger();
    return work -> {
      Thread thread = new FastThreadLocalThread(work, prefix + next.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void impair() {
    // Only profiles that impair nothing get here.
  }

  @Override
  public Optional<Counters> counters() {
    return Optional.empty();
  }

  @Override
  public OptionalLong emulatorCpuNanos() {
    return OptionalLong.empty();
  }

  @Override
  public Evidence evidence() {
    return new Evidence(Asked.of(profile, Backend.LOOPBACK, seed), Map.of(), List.of());
  }

  @Override
  public void close() {}
}
