/**
 * What happens around a measured RPC: a link brought up, both sides warmed, snapshots taken, the
 * record of the fork written.
 */
package dev.transportbench.benchmark.trial;
