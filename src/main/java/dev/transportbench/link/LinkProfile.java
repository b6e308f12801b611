package dev.transportbench.link;

/**
 * What a link does to packets, by direction. Immutable; written as YAML in {@code profiles/link/}.
 *
 * @param name the file's name without its ending, or the path that it was read from, or the words
 *     that it was made of
 * @param description one sentence for a table
 * @param source where the figures are from
 * @param emulated whether packets pass an emulator though nothing is impaired: the control that an
 *     impaired link is compared with. Always true for a profile that impairs something
 * @param semantics which netem the emulator follows
 * @param mtuBytes largest IP packet
 * @param topology how the two ends are joined
 */
public record LinkProfile(
    String name,
    String description,
    String source,
    boolean emulated,
    Impairment up,
    Impairment down,
    Semantics semantics,
    int mtuBytes,
    Topology topology) {

  public static final int DEFAULT_MTU_BYTES = 1500;

  /** With the manual's semantics, the usual MTU, and a namespace for each end. */
  public LinkProfile(
      String name,
      String description,
      String source,
      boolean emulated,
      Impairment up,
      Impairment down) {
    this(
        name,
        description,
        source,
        emulated,
        up,
        down,
        Semantics.DOCUMENTED,
        DEFAULT_MTU_BYTES,
        Topology.SEPARATE);
  }

  public Impairment impairment(Direction direction) {
    return direction == Direction.UP ? up : down;
  }

  /** Whether UDP never passes, one way or the other. */
  public boolean blocksUdp() {
    return up.drops().udpBlocked() || down.drops().udpBlocked();
  }

  /** A round trip as asked, without what packets wait for each other: the delays' means, in ns. */
  public long rttNanos() {
    return Math.round(up.delay().meanNanos() + down.delay().meanNanos());
  }

  /** Whether packets are ever held back, so that an emulator can be late with them. */
  public boolean delays() {
    return up.delays() || down.delays();
  }

  public LinkProfile with(Semantics other) {
    return new LinkProfile(
        name, description, source, emulated, up, down, other, mtuBytes, topology);
  }
}
