package dev.transportbench.stats;

/**
 * How a figure is to be judged.
 *
 * @param band the practical band: a change of at most this share of base does not matter; .03
 * @param trifle values up to this, in the figure's unit, are as good as zero: half a byte
 */
public record Terms(Direction better, double band, double trifle, Assumption assumption) {}
