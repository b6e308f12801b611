/**
 * The contract between a benchmark and a transport: what one RPC is, who carries it, who checks it.
 * Knows no protocol, no link and no benchmark.
 */
package dev.transportbench.rpc;
