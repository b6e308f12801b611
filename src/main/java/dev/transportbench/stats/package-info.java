/** The statistics: pure functions, no I/O. */
package dev.transportbench.stats;
