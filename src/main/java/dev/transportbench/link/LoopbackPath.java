package dev.transportbench.link;

import dev.transportbench.link.linux.Namespace;
import dev.transportbench.link.linux.Netlink;
import dev.transportbench.link.linux.Offloads;
import java.util.List;

/**
 * The loopback device of one namespace that holds both ends: each packet leaves by it once, and its
 * destination says in which direction it goes.
 */
final class LoopbackPath implements NetemPath {
  private static final String DEVICE = "lo";
  private static final int PREFIX_BITS = 32;

  private final Namespace namespace;

  LoopbackPath(Ends ends, int mtuBytes) {
    namespace = ends.namespace(End.CLIENT);
    namespace.call(
        () -> {
          Offloads.switchOffOnLoopback();
          return null;
        });
    Netlink netlink = ends.netlink(End.CLIENT);
    netlink.configure(DEVICE, mtuBytes, NamespacedLink.QUEUE_PACKETS);
    netlink.forbidSegmentation(DEVICE);
    for (End end : End.values()) {
      netlink.addAddress(DEVICE, Ends.addressBytes(end), PREFIX_BITS);
    }
  }

  @Override
  public Namespace namespace() {
    return namespace;
  }

  /** A class for each direction, and the third for what is neither. */
  @Override
  public List<String> preparation() {
    return List.of(
        "qdisc add dev lo root handle 1: prio bands 3 priomap 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
        filter(End.SERVER, Direction.UP),
        filter(End.CLIENT, Direction.DOWN));
  }

  private static String filter(End to, Direction direction) {
    return "filter add dev lo parent 1: protocol ip prio 1 u32 match ip dst %s/32 flowid 1:%d"
        .formatted(Ends.address(to).getHostAddress(), 1 + direction.ordinal());
  }

  @Override
  public Place place(Direction direction) {
    int band = 1 + direction.ordinal();
    return new Place(DEVICE, "parent 1:" + band, 0x10 * band);
  }

  @Override
  public boolean endsCount() {
    return false;
  }

  /** The namespace is the ends' own. */
  @Override
  public void close() {}
}
