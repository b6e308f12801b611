/**
 * Each codec alone, as {@link dev.transportbench.benchmark.FramingBenchmark} measures them: one
 * RPC's request to bytes and back, without a socket.
 */
package dev.transportbench.benchmark.framing;
