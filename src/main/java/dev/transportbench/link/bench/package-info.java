/**
 * What the emulator itself costs and how exact it is: shared by {@code link bench} and the JMH
 * class {@code LinkBenchmark}.
 */
package dev.transportbench.link.bench;
