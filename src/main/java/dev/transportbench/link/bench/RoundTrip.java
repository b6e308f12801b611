package dev.transportbench.link.bench;

import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.Links;

/** A small datagram to the other end and back, one at a time, nothing impaired. */
public final class RoundTrip implements AutoCloseable {
  private static final int PAYLOAD_BYTES = 64;
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final UdpEnds ends;
  private final Thread echo;
  private volatile boolean over;

  private RoundTrip(UdpEnds ends) {
    this.ends = ends;
    echo = UdpEnds.start("link-bench-echo", this::echo);
  }

  /**
   * @throws dev.transportbench.link.LinkUnavailableException when this machine cannot run it
   */
  public static RoundTrip open(Backend backend) throws Exception {
    String profile = backend == Backend.TUN ? "open" : "clean";
    return new RoundTrip(
        UdpEnds.on(Links.open(LinkProfiles.load(profile), backend, 1), PAYLOAD_BYTES));
  }

  private void echo() {
    while (!over) {
      if (ends.server.receive() > 0) {
        ends.server.send(0, 0);
      }
    }
  }

  /** There and back once. */
  public void once() {
    ends.client.send(0, 0);
    for (long since = System.nanoTime(); ends.client.receive() == 0; ) {
      if (System.nanoTime() - since > PATIENCE_NANOS) {
        throw new IllegalStateException("a datagram did not come back, on a link that loses none");
      }
    }
  }

  @Override
  public void close() {
    over = true;
    UdpEnds.join(echo);
    ends.close();
  }
}
