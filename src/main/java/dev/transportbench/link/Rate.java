package dev.transportbench.link;

/**
 * How fast a direction carries bytes. A packet counts as its IP bytes and the 14 of an Ethernet
 * header, as netem on Ethernet counts it, and {@code overheadBytes}.
 *
 * @param bitsPerSecond 0: without bound
 * @param overheadBytes more per packet; may be negative
 * @param cellBytes packets are cut into cells of so many bytes, the last one padded; 0: they aren't
 * @param cellOverheadBytes more per cell
 * @param poisson whether the time that a packet takes is drawn from an exponential distribution
 * @param traceFile path of a trace in mahimahi's format, which then says when a packet may leave;
 *     empty: none
 */
public record Rate(
    long bitsPerSecond,
    int overheadBytes,
    int cellBytes,
    int cellOverheadBytes,
    boolean poisson,
    String traceFile) {

  public static final int ETHERNET_HEADER_BYTES = 14;

  public static final Rate NONE = ofBits(0);

  public static Rate ofBits(long bitsPerSecond) {
    return new Rate(bitsPerSecond, 0, 0, 0, false, "");
  }

  public boolean isNone() {
    return bitsPerSecond == 0 && traceFile.isEmpty();
  }

  /** How long a packet occupies the link, in ns; only when {@code bitsPerSecond} is not 0. */
  public long nanosFor(int ipBytes) {
    long bytes = Math.max(0, ipBytes + ETHERNET_HEADER_BYTES + overheadBytes);
    if (cellBytes > 0) {
      long cells = (bytes + cellBytes - 1) / cellBytes;
      bytes = cells * (cellBytes + cellOverheadBytes);
    }
    return bytes * 8 * 1_000_000_000L / bitsPerSecond;
  }
}
