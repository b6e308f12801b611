/**
 * The JMH classes. Each says at its head which question it answers, how to run it alone, what to
 * expect and what can fool you; the machinery is in {@link dev.transportbench.benchmark.trial}.
 */
package dev.transportbench.benchmark;
