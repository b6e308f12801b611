package dev.transportbench.link.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/** Makes TUN devices: what the kernel sends into one, a process reads, and the other way round. */
public final class TunDevice {
  public static final String CLONE_DEVICE = "/dev/net/tun";
  private static final long TUNSETIFF = 0x400454caL;
  private static final short IFF_TUN = 1;
  private static final short IFF_NO_PI = 0x1000;

  private TunDevice() {}

  /**
   * Makes a device in the calling thread's namespace. It lives as long as the descriptor is open.
   * One read or write of the descriptor, which never blocks, is one IP packet; without headers of
   * virtual devices, so that no packet is larger than the MTU.
   *
   * @return the descriptor; usable from any thread
   */
  public static int open(String device) {
    int fd =
        Errno.check(
            LibC.open(CLONE_DEVICE, LibC.O_RDWR | LibC.O_NONBLOCK | LibC.O_CLOEXEC),
            "open " + CLONE_DEVICE);
    try (Memory request = new Memory(40)) {
      request.clear();
      request.setString(0, device, "US-ASCII");
      request.setShort(16, (short) (IFF_TUN | IFF_NO_PI));
      if (LibC.ioctl(fd, TUNSETIFF, Pointer.nativeValue(request)) == -1) {
        KernelException e = Errno.failed("make TUN device " + device);
        LibC.close(fd);
        throw e;
      }
      return fd;
    }
  }
}
