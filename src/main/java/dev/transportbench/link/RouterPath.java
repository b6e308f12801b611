package dev.transportbench.link;

import dev.transportbench.link.linux.Namespace;
import dev.transportbench.link.linux.Netlink;
import dev.transportbench.link.linux.Offloads;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A third namespace that forwards between the two ends, a pair of devices to each. It impairs where
 * packets leave it, so that no sender sees a queue of its own.
 */
final class RouterPath implements NetemPath {
  private static final Map<End, String> DEVICES =
      Map.of(End.CLIENT, "to-client", End.SERVER, "to-server");

  private final Map<End, Boolean> made = new EnumMap<>(End.class);
  private final Namespace namespace;
  private final Netlink netlink;

  RouterPath(Ends ends, int mtuBytes) {
    namespace = Namespace.create();
    try {
      netlink = Netlink.open(namespace);
    } catch (Throwable e) {
      namespace.close();
      throw e;
    }
    try {
      for (End end : End.values()) {
        join(ends, end, mtuBytes);
      }
      namespace.call(
          () -> {
            Namespace.writeSysctl("ipv4/ip_forward", "1");
            return null;
          });
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  private void join(Ends ends, End end, int mtuBytes) {
    String device = DEVICES.get(end);
    byte[] here = mac(end, 1);
    byte[] there = mac(end, 2);
    netlink.createVethPair(device, here, Ends.DEVICE, ends.namespace(end), there);
    made.put(end, true);
    switchOffloadsOff(namespace, device);
    switchOffloadsOff(ends.namespace(end), Ends.DEVICE);
    netlink.configure(device, mtuBytes, NamespacedLink.QUEUE_PACKETS);
    netlink.setUp(device);
    ends.bringUp(end, mtuBytes, NamespacedLink.QUEUE_PACKETS);
    // Nobody asks who has which address: an ARP packet would count as one on the wire. To each end
    // the other one is at the router's hardware address.
    End other = end == End.CLIENT ? End.SERVER : End.CLIENT;
    ends.netlink(end).addNeighbour(Ends.DEVICE, Ends.addressBytes(other), here);
    netlink.addRoute(device, Ends.addressBytes(end));
    netlink.addNeighbour(device, Ends.addressBytes(end), there);
  }

  private static void switchOffloadsOff(Namespace where, String device) {
    where.call(
        () -> {
          Offloads.switchOff(device);
          return null;
        });
  }

  // Locally administered, so nobody's.
  private static byte[] mac(End end, int number) {
    return new byte[] {2, 0x74, 0x62, 0, (byte) (1 + end.ordinal()), (byte) number};
  }

  @Override
  public Namespace namespace() {
    return namespace;
  }

  @Override
  public List<String> preparation() {
    return List.of();
  }

  @Override
  public Place place(Direction direction) {
    End to = direction.from() == End.CLIENT ? End.SERVER : End.CLIENT;
    return new Place(DEVICES.get(to), "root", 1);
  }

  @Override
  public boolean endsCount() {
    return true;
  }

  @Override
  public void close() {
    // A namespace goes some time after its last user; the devices at once.
    for (End end : List.copyOf(made.keySet())) {
      made.remove(end);
      netlink.delete(DEVICES.get(end));
    }
    netlink.close();
    namespace.close();
  }
}
