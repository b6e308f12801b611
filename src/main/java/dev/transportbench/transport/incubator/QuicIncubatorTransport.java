package dev.transportbench.transport.incubator;

import dev.transportbench.transport.quic.QuicTransport;

/** {@link QuicTransport} on the incubator's codec: what the implementation costs. */
public final class QuicIncubatorTransport extends QuicTransport {

  public QuicIncubatorTransport() {
    super(new IncubatorQuicCodec());
  }

  @Override
  public String scheme() {
    return "quic";
  }

  @Override
  public String name() {
    return "quic-incubator";
  }
}
