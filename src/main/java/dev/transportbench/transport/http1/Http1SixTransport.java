package dev.transportbench.transport.http1;

/** {@link Http1Transport} as browsers do it: six connections at most, further calls wait. */
public final class Http1SixTransport extends Http1Transport {
  private static final int MAX_CONNECTIONS = 6;

  @Override
  public String name() {
    return "http1-six";
  }

  @Override
  public int connections(int concurrency) {
    return Math.min(MAX_CONNECTIONS, concurrency);
  }
}
