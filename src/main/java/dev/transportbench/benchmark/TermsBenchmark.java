package dev.transportbench.benchmark;

import org.openjdk.jmh.annotations.Param;

/** A benchmark whose terms can be varied: each an {@link Axis}, at its default here. */
public abstract class TermsBenchmark extends TransportBenchmark {
  /** {@code cubic}, {@code bbr} or {@code reno}; QUIC's are the codec's own. */
  @Param(Axis.Default.CONGESTION)
  public String congestion;

  /** {@code epoll} or {@code nio}. */
  @Param(Axis.Default.IO)
  public String io;

  /** {@code off} or {@code on}: TSO, GSO and GRO for TCP, UDP_SEGMENT and UDP_GRO for QUIC. */
  @Param(Axis.Default.OFFLOAD)
  public String offload;

  /** Flow-control credit at the start, {@code 128KiB} to {@code 1024MiB}. */
  @Param(Axis.Default.FLOW_WINDOW)
  public String flowWindow;

  /** {@code 1.3}, or {@code 1.2} on TCP. */
  @Param(Axis.Default.TLS_VERSION)
  public String tlsVersion;

  /** {@code any}, {@code shared} or {@code apart}: on which cores the two event loops run. */
  @Param(Axis.Default.CORES)
  public String cores;
}
