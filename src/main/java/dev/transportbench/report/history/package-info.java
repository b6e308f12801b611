/** Results of many runs: what a cell's figure was over time, and where it changed. */
package dev.transportbench.report.history;
