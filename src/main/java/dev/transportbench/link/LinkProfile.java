package dev.transportbench.link;

/**
 * What a link does to packets, by direction. Immutable; written as YAML in {@code profiles/link/}.
 *
 * @param name the file's name without its ending, or the path that it was read from
 * @param description one sentence for a table
 * @param source where the figures are from
 * @param emulated whether packets pass an emulator though nothing is impaired: the control that an
 *     impaired link is compared with. Always true for a profile that impairs something
 */
public record LinkProfile(
    String name,
    String description,
    String source,
    boolean emulated,
    Impairment up,
    Impairment down) {}
