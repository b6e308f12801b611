package dev.transportbench.link;

import dev.transportbench.link.linux.Errno;
import dev.transportbench.link.linux.KernelException;
import dev.transportbench.link.linux.LibC;
import dev.transportbench.link.linux.TunDevice;
import java.util.Optional;

/** Which backends this machine can run, and what is missing for the others. */
public final class LinkSupport {
  private static final String AS_ROOT =
      "run as root, or start java under"
          + " unshare -Urn --map-root-user sh -c 'ip link set lo up; exec java …'";

  private LinkSupport() {}

  /**
   * Why a backend cannot run here, in one line that also says how to get it; empty when it can.
   * Found by trying: costs some tens of milliseconds and leaves nothing behind.
   */
  public static Optional<String> whyNot(Backend backend) {
    if (backend == Backend.LOOPBACK) {
      return Optional.empty();
    }
    try {
      requireLinux(backend);
      if (backend == Backend.VETH) {
        VethLink.open(LinkProfiles.load("clean"), 0, DeviceOffload.OFF).close();
      } else {
        try (Ends ends = new Ends()) {
          tryTun(ends);
        }
      }
      return Optional.empty();
    } catch (LinkUnavailableException e) {
      return Optional.of(e.getMessage());
    } catch (KernelException e) {
      return Optional.of(unavailable(backend, e).getMessage());
    }
  }

  /** Without the emulator: what the kernel must grant for it. */
  static void tryTun(Ends ends) {
    LibC.close(ends.namespace(End.CLIENT).call(() -> TunDevice.open(Ends.DEVICE)));
  }

  static void requireLinux(Backend backend) {
    String os = System.getProperty("os.name");
    if (!os.equals("Linux")) {
      throw new LinkUnavailableException(
          "backend '%s': needs Linux, this is %s; backend 'loopback' runs anywhere"
              .formatted(backend.label(), os));
    }
  }

  /** What a refusal of the kernel means for someone who wanted a backend. */
  static LinkUnavailableException unavailable(Backend backend, KernelException e) {
    return new LinkUnavailableException(
        "backend '%s': %s; get it: %s".formatted(backend.label(), e.getMessage(), remedy(e)), e);
  }

  private static String remedy(KernelException e) {
    boolean tun = e.getMessage().contains("tun") || e.getMessage().contains("TUN");
    switch (e.errno()) {
      case Errno.ENOENT:
      case Errno.ENODEV:
        return tun
            ? "modprobe tun, or give the container the device (--device "
                + TunDevice.CLONE_DEVICE
                + ")"
            : AS_ROOT;
      case Errno.EACCES:
        return tun ? "chmod 666 " + TunDevice.CLONE_DEVICE + ", or run as root" : AS_ROOT;
      case Errno.EPERM:
        return AS_ROOT;
      case Errno.ENOSPC:
        return "raise user.max_net_namespaces, or close other namespaces";
      default:
        return "see doctor";
    }
  }
}
