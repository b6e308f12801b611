package dev.transportbench.stats;

/**
 * An estimate and the interval about it.
 *
 * @param confidence what the method gives at this number of forks, which may be less than was asked
 */
public record Interval(double estimate, double low, double high, double confidence) {}
