package dev.transportbench.stats;

/** One figure of one cell, measured on two sides. */
public record Comparison(Forks base, Forks head, Terms terms) {}
