/**
 * The same exchange through Java stacks that others wrote: what a transport of ours has to beat.
 * Compiled and run by the Maven profile {@code peers} alone; see docs/peers.md.
 */
package dev.transportbench.peers;
