/**
 * The statistics: pure functions, no I/O. The caller says what a figure is (which way is better,
 * how small a change does not matter, what may be assumed of its noise); the package picks the
 * test, and what a reader must know of the answer is a part of it.
 *
 * <p>The unit of replication is the fork: a JVM's iterations share one compilation, one heap layout
 * and one run of luck, so that twenty of them say less than three forks of one.
 */
package dev.transportbench.stats;
