package dev.transportbench.link.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An rtnetlink socket: makes and sets devices, and reads their counters. It belongs to the
 * namespace that it was opened in, for good, and may be used from any thread.
 */
public final class Netlink implements AutoCloseable {
  private static final int NEWLINK = 16;
  private static final int DELLINK = 17;
  private static final int GETLINK = 18;
  private static final int NEWADDR = 20;
  private static final int NEWROUTE = 24;
  private static final int NEWNEIGH = 28;
  private static final int NEWQDISC = 36;
  private static final int ERROR = 2;
  private static final int IFF_UP = 1;
  private static final int NUD_PERMANENT = 0x80;
  private static final int REPLY_BYTES = 32 * 1024;

  private final int fd;
  private final Memory reply = new Memory(REPLY_BYTES);
  private final ByteBuffer replyBuffer =
      reply.getByteBuffer(0, REPLY_BYTES).order(ByteOrder.nativeOrder());
  private int sequence;
  private boolean closed;

  private Netlink(int fd) {
    this.fd = fd;
  }

  /** Opens one in the calling thread's namespace. */
  public static Netlink open() {
    return new Netlink(
        Errno.check(
            LibC.socket(LibC.AF_NETLINK, LibC.SOCK_RAW | LibC.SOCK_CLOEXEC, 0),
            "socket(AF_NETLINK)"));
  }

  /** Opens one in a namespace. */
  public static Netlink open(Namespace namespace) {
    return namespace.call(Netlink::open);
  }

  /** The kernel's number for a device. */
  public int index(String device) {
    try (NetlinkMessage m = new NetlinkMessage(GETLINK, NetlinkMessage.REQUEST)) {
      m.link(0, 0, 0).attribute(Attribute.IFNAME, device);
      return query(m, "find device " + device, () -> replyBuffer.getInt(16 + 4));
    }
  }

  public void setUp(String device) {
    try (NetlinkMessage m = request(NEWLINK, 0)) {
      m.link(index(device), IFF_UP, IFF_UP);
      command(m, "bring " + device + " up");
    }
  }

  /** Sets what a device needs before it comes up. */
  public void configure(String device, int mtuBytes, int queuePackets) {
    try (NetlinkMessage m = request(NEWLINK, 0)) {
      m.link(index(device), 0, 0)
          .attribute(Attribute.MTU, mtuBytes)
          .attribute(Attribute.TXQLEN, queuePackets);
      command(m, "set MTU and queue of " + device);
    }
  }

  /**
   * Makes a pair of devices, one here and one in another namespace.
   *
   * @throws KernelException with {@link Errno#EOPNOTSUPP} when the kernel has no veth
   */
  public void createVethPair(
      String device, byte[] hereMac, String peerDevice, Namespace peerNamespace, byte[] thereMac) {
    try (NetlinkMessage m = request(NEWLINK, NetlinkMessage.CREATE | NetlinkMessage.EXCL)) {
      m.link(0, 0, 0).attribute(Attribute.IFNAME, device).attribute(Attribute.ADDRESS, hereMac);
      int info = m.begin(Attribute.LINKINFO);
      m.attribute(Attribute.INFO_KIND, "veth");
      int data = m.begin(Attribute.INFO_DATA);
      int peerInfo = m.begin(Attribute.VETH_PEER);
      m.link(0, 0, 0)
          .attribute(Attribute.IFNAME, peerDevice)
          .attribute(Attribute.ADDRESS, thereMac)
          .attribute(Attribute.NET_NS_FD, peerNamespace.descriptor());
      m.end(peerInfo);
      m.end(data);
      m.end(info);
      command(m, "make a veth pair");
    }
  }

  public void delete(String device) {
    try (NetlinkMessage m = request(DELLINK, 0)) {
      m.link(index(device), 0, 0);
      command(m, "delete " + device);
    }
  }

  public void addAddress(String device, byte[] ipv4, int prefixBits) {
    try (NetlinkMessage m = request(NEWADDR, NetlinkMessage.CREATE | NetlinkMessage.EXCL)) {
      m.address(index(device), prefixBits)
          .attribute(Attribute.IFA_LOCAL, ipv4)
          .attribute(Attribute.IFA_ADDRESS, ipv4);
      command(m, "give " + device + " its address");
    }
  }

  /** Says once and for all which hardware address an IP address has, so that nobody asks. */
  public void addNeighbour(String device, byte[] ipv4, byte[] mac) {
    try (NetlinkMessage m = request(NEWNEIGH, NetlinkMessage.CREATE | NetlinkMessage.REPLACE)) {
      m.neighbour(index(device), NUD_PERMANENT)
          .attribute(Attribute.NDA_DST, ipv4)
          .attribute(Attribute.NDA_LLADDR, mac);
      command(m, "set the neighbour of " + device);
    }
  }

  /** Says that packets to an address leave by a device, without a router in between. */
  public void addRoute(String device, byte[] ipv4) {
    try (NetlinkMessage m = request(NEWROUTE, NetlinkMessage.CREATE | NetlinkMessage.EXCL)) {
      m.route(8 * ipv4.length)
          .attribute(Attribute.RTA_DST, ipv4)
          .attribute(Attribute.RTA_OIF, index(device));
      command(m, "set the route through " + device);
    }
  }

  /** Has no packet of a device carry several, which TCP makes even where all offloads are off. */
  public void forbidSegmentation(String device) {
    try (NetlinkMessage m = request(NEWLINK, 0)) {
      m.link(index(device), 0, 0).attribute(Attribute.GSO_MAX_SEGS, 1);
      command(m, "have " + device + " carry single packets");
    }
  }

  /**
   * Puts a queueing discipline at the root of a device.
   *
   * @param options the discipline's own structure
   * @throws KernelException with {@link Errno#ENOENT} when the kernel does not have the kind
   */
  public void addRootDiscipline(String device, String kind, byte[] options) {
    try (NetlinkMessage m = request(NEWQDISC, NetlinkMessage.CREATE | NetlinkMessage.EXCL)) {
      m.trafficControl(index(device))
          .attribute(Attribute.TCA_KIND, kind)
          .attribute(Attribute.TCA_OPTIONS, options);
      command(m, "give " + device + " the queueing discipline " + kind);
    }
  }

  /** A device's counters; costs some microseconds. */
  public DeviceCounters counters(int index) {
    try (NetlinkMessage m = new NetlinkMessage(GETLINK, NetlinkMessage.REQUEST)) {
      m.link(index, 0, 0);
      return query(m, "read counters", this::parseCounters);
    }
  }

  private DeviceCounters parseCounters() {
    int end = replyBuffer.getInt(0);
    for (int at = 16 + 16; at + 4 <= end; ) {
      int length = replyBuffer.getShort(at) & 0xffff;
      int type = replyBuffer.getShort(at + 2) & 0x3fff;
      if (type == Attribute.STATS64) {
        int stats = at + 4;
        return new DeviceCounters(
            replyBuffer.getLong(stats + 8),
            replyBuffer.getLong(stats + 24),
            replyBuffer.getLong(stats + 56));
      }
      at += Math.max(4, (length + 3) & ~3);
    }
    throw new IllegalStateException("the kernel's answer has no 64-bit counters");
  }

  private static NetlinkMessage request(int type, int flags) {
    return new NetlinkMessage(type, NetlinkMessage.REQUEST | NetlinkMessage.ACK | flags);
  }

  private void command(NetlinkMessage message, String what) {
    query(message, what, () -> null);
  }

  private synchronized <T> T query(
      NetlinkMessage message, String what, java.util.function.Supplier<T> parse) {
    if (closed) {
      throw new IllegalStateException("the link is closed");
    }
    int length = message.finish(++sequence);
    Errno.check(LibC.send(fd, message.memoryAddress(), length, 0), what);
    long received;
    do {
      received = LibC.recv(fd, Pointer.nativeValue(reply), REPLY_BYTES, 0);
    } while (received == -1 && Errno.last() == Errno.EINTR);
    Errno.check(received, what);
    if (replyBuffer.getShort(4) == ERROR && replyBuffer.getInt(16) != 0) {
      throw Errno.of(what, -replyBuffer.getInt(16));
    }
    return parse.get();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      LibC.close(fd);
      reply.close();
    }
  }

  /**
   * What a device has sent: packets, bytes (with a link-layer header where the device has one), and
   * packets that it threw away instead.
   */
  public record DeviceCounters(long sentPackets, long sentBytes, long droppedPackets) {}

  /** Numbers of attributes, from the kernel's user-space headers. */
  private static final class Attribute {
    static final int ADDRESS = 1;
    static final int IFNAME = 3;
    static final int MTU = 4;
    static final int TXQLEN = 13;
    static final int LINKINFO = 18;
    static final int STATS64 = 23;
    static final int NET_NS_FD = 28;
    static final int INFO_KIND = 1;
    static final int INFO_DATA = 2;
    static final int VETH_PEER = 1;
    static final int IFA_ADDRESS = 1;
    static final int IFA_LOCAL = 2;
    static final int NDA_DST = 1;
    static final int NDA_LLADDR = 2;
    static final int RTA_DST = 1;
    static final int RTA_OIF = 4;
    static final int GSO_MAX_SEGS = 40;
    static final int TCA_KIND = 1;
    static final int TCA_OPTIONS = 2;
  }
}
