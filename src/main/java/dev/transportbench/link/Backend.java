package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Who carries the packets. */
public enum Backend {
  /** The host's own loopback interface: no namespace, no impairment, no wire figures. */
  LOOPBACK,
  /** Two namespaces and a kernel veth pair: no impairment. The only one on which CPU is ranked. */
  VETH,
  /** Two namespaces, a TUN device in each, and our emulator, a process of its own, between them. */
  TUN,
  /** Three namespaces joined by veth, and the kernel's own netem in the middle one. */
  NETEM;

  /** Whether packets pass an emulator: whether it can carry a profile that impairs something. */
  public boolean emulates() {
    return this == TUN || this == NETEM;
  }

  /** As the JMH parameter {@code backend} says it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The backend of a label.
   *
   * @throws BadInputException naming what is allowed
   */
  public static Backend labelled(String label) {
    for (Backend backend : values()) {
      if (backend.label().equals(label)) {
        return backend;
      }
    }
    throw new BadInputException(
        "backend: '%s' is not one of ours; allowed: auto, %s"
            .formatted(
                label,
                Arrays.stream(values()).map(Backend::label).collect(Collectors.joining(", "))));
  }
}
