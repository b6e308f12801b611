package dev.transportbench.link.emulator;

/** What the emulator reads and changes in IPv4 packets. */
final class Headers {
  static final int UDP = 17;
  static final int TCP = 6;

  private static final int LEAST_BYTES = 20;
  private static final int TOS = 1;
  private static final int PROTOCOL = 9;
  private static final int CHECKSUM = 10;
  private static final int SOURCE = 12;
  private static final int DESTINATION = 16;
  private static final int ECN_MASK = 3;
  private static final int UDP_HEADER_BYTES = 8;
  private static final int TCP_HEADER_WORDS = 12;
  private static final int TCP_FLAGS = 13;

  private Headers() {}

  static boolean isIpv4(PacketStore store, int slot) {
    return store.packetBytes(slot) >= LEAST_BYTES && store.unsignedByte(slot, 0) >>> 4 == 4;
  }

  /** Whether it calls itself an IP packet. */
  static boolean hasIpVersion(PacketStore store, int slot) {
    int version = store.unsignedByte(slot, 0) >>> 4;
    return version == 4 || version == 6;
  }

  /** −1 when it is not an IPv4 packet. */
  static int protocol(PacketStore store, int slot) {
    return isIpv4(store, slot) ? store.unsignedByte(slot, PROTOCOL) : -1;
  }

  static int sourceAddress(PacketStore store, int slot) {
    return store.integer(slot, SOURCE);
  }

  static int destinationAddress(PacketStore store, int slot) {
    return store.integer(slot, DESTINATION);
  }

  /** Of TCP and UDP; 0 where there is none. */
  static int sourcePort(PacketStore store, int slot) {
    return port(store, slot, 0);
  }

  /** Of TCP and UDP; 0 where there is none. */
  static int destinationPort(PacketStore store, int slot) {
    return port(store, slot, 2);
  }

  private static int port(PacketStore store, int slot, int offset) {
    int protocol = protocol(store, slot);
    int at = headerBytes(store, slot) + offset;
    boolean hasPorts = protocol == TCP || protocol == UDP;
    return hasPorts && at + 2 <= store.packetBytes(slot) ? store.unsignedShort(slot, at) : 0;
  }

  /** TCP's flags, or the first byte that UDP carries; 0 where there is neither. */
  static int lead(PacketStore store, int slot) {
    switch (protocol(store, slot)) {
      case TCP:
        return byteOrZero(store, slot, headerBytes(store, slot) + TCP_FLAGS);
      case UDP:
        return byteOrZero(store, slot, headerBytes(store, slot) + UDP_HEADER_BYTES);
      default:
        return 0;
    }
  }

  /** What TCP or UDP carries; 0 where there is neither. */
  static int payloadBytes(PacketStore store, int slot) {
    int transport = headerBytes(store, slot);
    switch (protocol(store, slot)) {
      case TCP:
        int words = byteOrZero(store, slot, transport + TCP_HEADER_WORDS) >>> 4;
        return Math.max(0, store.packetBytes(slot) - transport - words * Integer.BYTES);
      case UDP:
        return Math.max(0, store.packetBytes(slot) - transport - UDP_HEADER_BYTES);
      default:
        return 0;
    }
  }

  private static int byteOrZero(PacketStore store, int slot, int at) {
    return at < store.packetBytes(slot) ? store.unsignedByte(slot, at) : 0;
  }

  /**
   * Marks a packet as one that met congestion (RFC 3168); false if its sender does not allow it.
   */
  static boolean markCongestion(PacketStore store, int slot) {
    if (!isIpv4(store, slot) || (store.unsignedByte(slot, TOS) & ECN_MASK) == 0) {
      return false;
    }
    store.setByte(slot, TOS, store.unsignedByte(slot, TOS) | ECN_MASK);
    store.setShort(slot, CHECKSUM, 0);
    store.setShort(slot, CHECKSUM, checksum(store, slot));
    return true;
  }

  private static int headerBytes(PacketStore store, int slot) {
    return (store.unsignedByte(slot, 0) & 0xf) * 4;
  }

  private static int checksum(PacketStore store, int slot) {
    int sum = 0;
    for (int i = 0; i < headerBytes(store, slot); i += 2) {
      sum += store.unsignedShort(slot, i);
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return ~sum & 0xffff;
  }
}
