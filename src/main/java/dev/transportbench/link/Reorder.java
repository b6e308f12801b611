package dev.transportbench.link;

/**
 * Packets that are sent at once instead of being delayed, and so overtake.
 *
 * @param gap 0: none is; otherwise only every gap-th packet may be, with the chance given
 */
public record Reorder(Chance chance, int gap) {
  public static final Reorder NONE = new Reorder(Chance.NEVER, 0);
}
