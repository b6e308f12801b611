package dev.transportbench.link;

/** placeholder */
final class TunLink {
  private TunLink() {}

  static Link open(LinkProfile profile, long seed) {
    throw new LinkUnavailableException("backend 'tun': not built yet");
  }
}
