package dev.transportbench.link;

/** Whether a link's devices may carry several packets as one (TSO, GSO, GRO, and UDP's like). */
public enum DeviceOffload {
  /** Each packet is one to the counters, and one draw of a loss. */
  OFF,
  /** Up to 64 KiB travel as one unit, which is what the counters then count. */
  ON
}
