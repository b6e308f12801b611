/**
 * The transports, one package each, and what several of them share: {@code message} turns RPCs into
 * bytes, {@code connection} keeps sockets to the equal terms. A transport may build on the one
 * below it; none knows a link or a benchmark.
 */
package dev.transportbench.transport;
