package dev.transportbench.transport.incubator;

import dev.transportbench.transport.http3.Http3Transport;

/** {@link Http3Transport} on the incubator's codec: what the implementation costs. */
public final class Http3IncubatorTransport extends Http3Transport {

  public Http3IncubatorTransport() {
    super(new IncubatorQuicCodec(), new IncubatorHttp3Codec());
  }

  @Override
  public String name() {
    return "http3-incubator";
  }
}
