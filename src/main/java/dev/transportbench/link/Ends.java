package dev.transportbench.link;

import dev.transportbench.link.linux.Namespace;
import dev.transportbench.link.linux.Netlink;
import dev.transportbench.link.linux.Netlink.DeviceCounters;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.EnumMap;
import java.util.Map;

/**
 * The two namespaces of a link, each with its device, its address and the means to read its
 * counters.
 */
final class Ends implements AutoCloseable {
  /** Of the one device in each namespace. */
  static final String DEVICE = "link0";

  // Private to the namespaces: it cannot clash with a network of the host.
  private static final byte[] CLIENT_ADDRESS = {10, 77, 0, 1};
  private static final byte[] SERVER_ADDRESS = {10, 77, 0, 2};
  private static final int PREFIX_BITS = 24;

  private final Map<End, Namespace> namespaces = new EnumMap<>(End.class);
  private final Map<End, Netlink> netlinks = new EnumMap<>(End.class);
  private final Map<End, Integer> deviceIndexes = new EnumMap<>(End.class);
  private volatile boolean closed;

  /** Two namespaces, no device in them yet. */
  Ends() {
    try {
      for (End end : End.values()) {
        namespaces.put(end, Namespace.create());
        netlinks.put(end, Netlink.open(namespaces.get(end)));
      }
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  private Ends(Namespace both) {
    for (End end : End.values()) {
      namespaces.put(end, both);
      netlinks.put(end, Netlink.open(both));
    }
  }

  /** One namespace for both. */
  static Ends together() {
    return new Ends(Namespace.create());
  }

  Namespace namespace(End end) {
    return namespaces.get(end);
  }

  Netlink netlink(End end) {
    return netlinks.get(end);
  }

  /** Gives an end's device its size, queue and address and brings it up. */
  void bringUp(End end, int mtuBytes, int queuePackets) {
    Netlink netlink = netlink(end);
    netlink.configure(DEVICE, mtuBytes, queuePackets);
    netlink.addAddress(DEVICE, addressBytes(end), PREFIX_BITS);
    netlink.setUp(DEVICE);
    deviceIndexes.put(end, netlink.index(DEVICE));
  }

  /** What an end's device has sent: what entered the link there. */
  DeviceCounters sent(End end) {
    return netlink(end).counters(deviceIndexes.get(end));
  }

  /** Deletes the pair of devices, if it is still there. */
  void deleteDevices() {
    if (!closed) {
      netlink(End.CLIENT).delete(DEVICE);
    }
  }

  static byte[] addressBytes(End end) {
    return (end == End.CLIENT ? CLIENT_ADDRESS : SERVER_ADDRESS).clone();
  }

  static InetAddress address(End end) {
    try {
      return InetAddress.getByAddress(addressBytes(end));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    netlinks.values().forEach(Netlink::close);
    namespaces.values().forEach(Namespace::close);
  }
}
