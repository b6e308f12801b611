package dev.transportbench.link;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/**
 * A link that is up: a client's end, a server's end, and the path between them. Comes up
 * <em>open</em> (nothing impaired); {@link #impair} switches the profile's impairments on.
 *
 * <p>The ends are network namespaces without a name inside this process: they vanish when the link
 * is closed or the process dies, however it dies. Only {@link Backend#LOOPBACK} has none.
 *
 * <p>All methods may be called from any thread.
 */
public interface Link extends AutoCloseable {

  LinkProfile profile();

  Backend backend();

  InetAddress address(End end);

  /**
   * Moves the calling thread into an end's namespace until the result is closed (by the same
   * thread). Sockets that it makes and threads and processes that it starts meanwhile belong to
   * that end. Never call it on a virtual thread: it would move the carrier.
   */
  Entry enter(End end);

  /** Threads that live in an end's namespace, named {@code prefix0}, {@code prefix1} … */
  ThreadFactory threadFactory(End end, String prefix);

  /**
   * Switches the profile's impairments on; packets already under way keep their fate. Where there
   * is an emulator, a short probe of at most a second goes through the link first, as evidence;
   * neither {@link #counters} nor the packets' numbers know of it.
   */
  void impair() throws IOException;

  /** What entered the link since it came up, before loss; empty where nothing can count it. */
  Optional<Counters> counters();

  /** CPU time that the emulator used since it came up, in ns; empty without one. */
  OptionalLong emulatorCpuNanos();

  /**
   * What was asked of the link, what was measured on it since {@link #impair}, and in what the two
   * differ by more than the tolerance.
   */
  Evidence evidence() throws IOException;

  /**
   * Completes, with one line that says why, when the link no longer carries packets though nobody
   * closed it: its emulator ended. Never where there is none.
   */
  default CompletableFuture<String> broken() {
    return new CompletableFuture<>();
  }

  /** How to have what happens to single packets written down; empty where no emulator sees them. */
  default Optional<PacketLogging> packetLogging() {
    return Optional.empty();
  }

  /** Takes the link down; every process and namespace of it is gone when this returns. */
  @Override
  void close();

  /** Undoes {@link #enter}. */
  interface Entry extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * IP packets and their bytes, each direction, that entered the link: headers of IP and above, no
   * Ethernet.
   */
  record Counters(long upPackets, long upBytes, long downPackets, long downBytes) {
    /** These less others. */
    public Counters minus(Counters other) {
      return new Counters(
          upPackets - other.upPackets,
          upBytes - other.upBytes,
          downPackets - other.downPackets,
          downBytes - other.downBytes);
    }
  }

  /**
   * @param asked the profile as data: plain maps, strings, numbers; units in the names
   * @param measured the same shape of data, from counters; empty where the backend has none
   * @param violations one line for each figure off by more than its tolerance: such a cell is
   *     invalid
   */
  record Evidence(
      Map<String, Object> asked, Map<String, Object> measured, List<String> violations) {}
}
