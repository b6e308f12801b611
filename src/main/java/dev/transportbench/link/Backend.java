package dev.transportbench.link;

import java.util.Locale;

/** Who carries the packets. */
public enum Backend {
  /** The host's own loopback interface: no namespace, no impairment, no wire figures. */
  LOOPBACK,
  /** Two namespaces and a kernel veth pair: no impairment. The only one on which CPU is ranked. */
  VETH,
  /** Two namespaces, a TUN device in each, and our emulator, a process of its own, between them. */
  TUN;

  /** As the JMH parameter {@code backend} says it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
