package dev.transportbench.link.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/**
 * What lets a device carry several packets as one: checksum offload (segmentation offload of TCP
 * and UDP goes with it), generic segmentation, generic receive. Each packet is then one packet to
 * the counters and one draw of a loss.
 */
public final class Offloads {
  private static final long SIOCETHTOOL = 0x8946;
  private static final int SET_TX_CHECKSUM = 0x17;
  private static final int SET_TSO = 0x1f;
  private static final int SET_GSO = 0x24;
  private static final int SET_GRO = 0x2c;

  private Offloads() {}

  /** Acts on a device of the calling thread's namespace. */
  public static void switchOff(String device) {
    set(device, 0, SET_TX_CHECKSUM, SET_GSO, SET_GRO);
  }

  /** The same for {@code lo}, whose checksum offload is fixed: it never computes one. */
  public static void switchOffOnLoopback() {
    set("lo", 0, SET_TSO, SET_GSO, SET_GRO);
  }

  /** Switches them all on. */
  public static void switchOn(String device) {
    set(device, 1, SET_TX_CHECKSUM, SET_TSO, SET_GSO, SET_GRO);
  }

  private static void set(String device, int on, int... features) {
    int fd =
        Errno.check(
            LibC.socket(LibC.AF_INET, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0), "socket(AF_INET)");
    try (Memory request = new Memory(40);
        Memory value = new Memory(8)) {
      for (int feature : features) {
        value.setInt(0, feature);
        value.setInt(4, on);
        request.clear();
        request.setString(0, device, "US-ASCII");
        request.setLong(16, Pointer.nativeValue(value));
        Errno.check(
            LibC.ioctl(fd, SIOCETHTOOL, Pointer.nativeValue(request)),
            "switch offload 0x%x of %s %s".formatted(feature, device, on == 1 ? "on" : "off"));
      }
    } finally {
      LibC.close(fd);
    }
  }
}
