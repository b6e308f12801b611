package dev.transportbench.link;

import dev.transportbench.link.linux.Errno;
import dev.transportbench.link.linux.KernelException;
import dev.transportbench.link.linux.LibC;
import dev.transportbench.link.linux.Namespace;
import dev.transportbench.link.linux.Netlink;
import dev.transportbench.link.linux.Scheduling;
import dev.transportbench.link.linux.TunDevice;
import java.util.Optional;

/** Which backends this machine can run, and what is missing for the others. */
public final class LinkSupport {
  static final String NO_CORE =
      "backend 'tun': the emulator has neither real-time priority nor a core of its own, and would"
          + " delay packets by milliseconds more than asked; get it: a second core, or run as root,"
          + " or ulimit -r 50";

  private static final String AS_ROOT = "run as root, or start java by unshare -Urn java …";

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
      } else if (backend == Backend.NETEM) {
        requireNetem();
        NetemLink.open(LinkProfiles.load("open"), 0).close();
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

  /** Why a backend cannot run a profile here; as {@link #whyNot(Backend)}. */
  public static Optional<String> whyNot(Backend backend, LinkProfile profile) {
    Optional<String> whyNot = whyNot(backend);
    if (whyNot.isPresent()
        || backend != Backend.TUN
        || !profile.delays()
        || ReservedCore.possible()
        || Scheduling.mayBeRealTime()) {
      return whyNot;
    }
    return Optional.of(NO_CORE);
  }

  /** Without the emulator: what the kernel must grant for it. */
  static void tryTun(Ends ends) {
    LibC.close(ends.namespace(End.CLIENT).call(() -> TunDevice.open(Ends.DEVICE)));
  }

  /** Whether {@code auto} may take the kernel's netem; asked of the kernel once, some ms. */
  static boolean hasNetem() {
    return NetemProbe.WHY_NOT.isEmpty();
  }

  /**
   * @throws LinkUnavailableException saying what is missing for the kernel's netem
   */
  static void requireNetem() {
    NetemProbe.WHY_NOT.ifPresent(
        why -> {
          throw new LinkUnavailableException(why);
        });
  }

  /** What the kernel said; it is not asked before somebody wants to know. */
  private static final class NetemProbe {
    static final Optional<String> WHY_NOT = ask();

    private static final int SETTINGS_BYTES = 24;

    private static Optional<String> ask() {
      if (!System.getProperty("os.name").equals("Linux")) {
        return Optional.of("backend 'netem': needs Linux");
      }
      Optional<String> missing = Tc.missing();
      if (missing.isPresent()) {
        return missing;
      }
      try (Namespace throwAway = Namespace.create();
          Netlink netlink = Netlink.open(throwAway)) {
        netlink.addRootDiscipline("lo", "netem", new byte[SETTINGS_BYTES]);
        return Optional.empty();
      } catch (KernelException e) {
        return Optional.of(
            e.errno() == Errno.ENOENT
                ? "backend 'netem': this kernel has no sch_netem; get it: modprobe sch_netem, or a"
                    + " kernel with CONFIG_NET_SCH_NETEM"
                : unavailable(Backend.NETEM, e).getMessage());
      }
    }
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
        return tun
            ? "have an administrator chmod 666 " + TunDevice.CLONE_DEVICE + ", or run as root"
            : AS_ROOT;
      case Errno.EPERM:
        return AS_ROOT;
      case Errno.ENOSPC:
        return "raise user.max_net_namespaces, or close other namespaces";
      default:
        return "see doctor";
    }
  }
}
