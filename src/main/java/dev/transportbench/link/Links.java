package dev.transportbench.link;

/** Brings links up. */
public final class Links {
  private Links() {}

  /**
   * Brings a link up, open.
   *
   * @param seed decides which packet positions are lost and how long each is delayed
   * @throws dev.transportbench.config.BadInputException when the backend cannot do what the profile
   *     asks, naming both
   * @throws LinkUnavailableException when this machine cannot run the backend
   */
  public static Link open(LinkProfile profile, Backend backend, long seed) {
    throw new LinkUnavailableException("not built yet");
  }

  /**
   * The backend that {@code auto} means for a profile on this machine: {@code VETH} for one that
   * needs no emulator, {@code TUN} otherwise.
   */
  public static Backend resolveAuto(LinkProfile profile) {
    return profile.emulated() ? Backend.TUN : Backend.VETH;
  }
}
