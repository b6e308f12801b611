package dev.transportbench.link.bench;

import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.Links;
import dev.transportbench.link.linux.UdpSocket;
import java.util.concurrent.locks.LockSupport;

/**
 * Packets one way through an emulator that impairs nothing, as fast as they go: the calling thread
 * sends, another receives, and only so many are under way that none is lost.
 */
public final class Forwarding implements AutoCloseable {
  /** With IP's and UDP's headers. */
  public static final int PACKET_BYTES = 1_200;

  /** Packets that {@link #forwardBatch} sends. */
  public static final int BATCH = UdpSocket.BATCH;

  private static final int WINDOW_PACKETS = 4_096;
  private static final long PAUSE_NANOS = 20_000;
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final UdpEnds ends;
  private final Thread receiver;
  private volatile long received;
  private volatile boolean over;
  private long sent;
  private long cpuNanosBefore;
  private long receivedBefore;

  private Forwarding(UdpEnds ends) {
    this.ends = ends;
    receiver = UdpEnds.start("link-bench-receiver", this::receive);
  }

  /**
   * @throws dev.transportbench.link.LinkUnavailableException when this machine cannot run it
   */
  public static Forwarding open() throws Exception {
    return new Forwarding(
        UdpEnds.on(Links.open(LinkProfiles.load("open"), Backend.TUN, 1), PACKET_BYTES - 28));
  }

  private void receive() {
    while (!over) {
      received += ends.server.receive(); // The only thread that writes it.
    }
  }

  /** Sends a batch when there is room for it under way. */
  public void forwardBatch() {
    await(WINDOW_PACKETS - BATCH);
    sent += ends.client.sendBatch();
  }

  /** Waits until all have arrived. */
  public void drain() {
    await(0);
  }

  private void await(long underWay) {
    long seen = received;
    long since = System.nanoTime();
    while (sent - received > underWay) {
      LockSupport.parkNanos(PAUSE_NANOS);
      if (received != seen) {
        seen = received;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > PATIENCE_NANOS) {
        throw new IllegalStateException(
            "%d of %d packets did not arrive, on a link that loses none"
                .formatted(sent - received, sent));
      }
    }
  }

  /** Counts CPU anew. */
  public void reset() {
    cpuNanosBefore = ends.link.emulatorCpuNanos().orElseThrow();
    receivedBefore = received;
  }

  /** The emulator's CPU time for each packet since {@link #reset}, user and kernel. */
  public double cpuMicrosPerPacket() {
    long nanos = ends.link.emulatorCpuNanos().orElseThrow() - cpuNanosBefore;
    return nanos / 1e3 / (received - receivedBefore);
  }

  long received() {
    return received;
  }

  @Override
  public void close() {
    over = true;
    UdpEnds.join(receiver);
    ends.close();
  }
}
