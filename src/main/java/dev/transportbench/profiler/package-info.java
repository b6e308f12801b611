/**
 * What the process spent: CPU by side, allocation by side; and the JMH profiler that publishes it.
 */
package dev.transportbench.profiler;
