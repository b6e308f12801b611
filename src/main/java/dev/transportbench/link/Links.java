package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.linux.KernelException;

/** Brings links up. */
public final class Links {
  private Links() {}

  /**
   * Brings a link up, open.
   *
   * @param seed decides which packet positions are lost and how long each is delayed
   * @throws BadInputException when the backend cannot do what the profile asks, naming both
   * @throws LinkUnavailableException when this machine cannot run the backend
   */
  public static Link open(LinkProfile profile, Backend backend, long seed) {
    return open(profile, backend, seed, DeviceOffload.OFF);
  }

  /**
   * As {@link #open(LinkProfile, Backend, long)}, with offloads as asked.
   *
   * @throws BadInputException when the backend can't have them on: only a veth pair can
   */
  public static Link open(LinkProfile profile, Backend backend, long seed, DeviceOffload offload) {
    if (offload == DeviceOffload.ON && backend != Backend.VETH) {
      throw new BadInputException(
          "offload: 'on' is not for backend '%s'; allowed: off, or backend veth"
              .formatted(backend.label()));
    }
    if (profile.emulated() && backend != Backend.TUN) {
      throw new BadInputException(
          "backend: '%s' has no emulator, which link profile '%s' takes; allowed: auto, tun"
              .formatted(backend.label(), profile.name()));
    }
    if (backend == Backend.LOOPBACK) {
      return new LoopbackLink(profile, seed);
    }
    LinkSupport.requireLinux(backend);
    try {
      return backend == Backend.VETH
          ? VethLink.open(profile, seed, offload)
          : TunLink.open(profile, seed);
    } catch (KernelException e) {
      throw LinkSupport.unavailable(backend, e);
    }
  }

  /**
   * The backend that {@code auto} means for a profile on this machine: {@code TUN} for one that
   * takes an emulator; otherwise {@code VETH}, or {@code LOOPBACK} where nothing else can run. What
   * it is must be shown beside every figure.
   */
  public static Backend resolveAuto(LinkProfile profile) {
    if (profile.emulated()) {
      return Backend.TUN;
    }
    return LinkSupport.whyNot(Backend.VETH).isEmpty() ? Backend.VETH : Backend.LOOPBACK;
  }
}
