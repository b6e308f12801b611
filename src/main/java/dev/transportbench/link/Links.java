package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.linux.KernelException;
import java.util.List;
import java.util.Optional;

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
    Optional<String> refusal = refusal(profile, backend);
    if (refusal.isPresent()) {
      throw new BadInputException(refusal.get());
    }
    if (backend == Backend.LOOPBACK) {
      return new LoopbackLink(profile, seed);
    }
    LinkSupport.requireLinux(backend);
    try {
      if (backend == Backend.NETEM) {
        LinkSupport.requireNetem();
        return NetemLink.open(profile, seed);
      }
      return backend == Backend.VETH
          ? VethLink.open(profile, seed, offload)
          : TunLink.open(profile, seed);
    } catch (KernelException e) {
      throw LinkSupport.unavailable(backend, e);
    }
  }

  /**
   * Why a backend cannot do what a profile asks, on any machine, in one line; empty when it can.
   */
  public static Optional<String> refusal(LinkProfile profile, Backend backend) {
    if (profile.emulated() && !backend.emulates()) {
      return Optional.of(
          "backend: '%s' has no emulator, which link profile '%s' takes; allowed: auto, tun, netem"
              .formatted(backend.label(), profile.name()));
    }
    if (profile.topology() == Topology.LOOPBACK && backend != Backend.NETEM) {
      return Optional.of(
          "backend: '%s' has no topology 'loopback', which link profile '%s' asks; allowed: netem"
              .formatted(backend.label(), profile.name()));
    }
    List<String> cannot = backend == Backend.NETEM ? NetemLink.cannot(profile) : List.of();
    return cannot.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "backend: 'netem' cannot do what link profile '%s' asks: %s; allowed: tun"
                .formatted(profile.name(), String.join("; ", cannot)));
  }

  /**
   * The backend that {@code auto} means for a profile on this machine: for one that takes an
   * emulator {@code NETEM} where the kernel has it and can do all that is asked, otherwise {@code
   * TUN}; for others {@code VETH}, or {@code LOOPBACK} where nothing else can run. What it is must
   * be shown beside every figure.
   */
  public static Backend resolveAuto(LinkProfile profile) {
    if (profile.topology() == Topology.LOOPBACK) {
      return Backend.NETEM;
    }
    if (profile.emulated()) {
      boolean netem = refusal(profile, Backend.NETEM).isEmpty() && LinkSupport.hasNetem();
      return netem ? Backend.NETEM : Backend.TUN;
    }
    return LinkSupport.whyNot(Backend.VETH).isEmpty() ? Backend.VETH : Backend.LOOPBACK;
  }
}
