package dev.transportbench.rpc;

import java.util.Locale;

/** Whether several packets may travel through the stack as one, on both ends. */
public enum Offload {
  /** Each packet is sent and received by itself, as far as this program decides it. */
  OFF,
  /**
   * TCP: segmentation and merging by the device (TSO, GSO, GRO). UDP: segmented sends and merged
   * receives (UDP_SEGMENT, UDP_GRO).
   */
  ON;

  /** As the JMH parameter {@code offload} says it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
