/**
 * Compares two sets of measurements: reads JMH's JSON as people have it and our own result folders,
 * matches cells, has {@code stats} judge them, and renders the outcome.
 */
package dev.transportbench.report.compare;
