/**
 * The user-space link emulator, a process of its own: reads packets from a TUN device in one
 * namespace, loses or delays them, and writes them to the device in the other.
 *
 * <p>One thread moves packets and allocates nothing while it does. Another reads commands, so that
 * forming an answer never delays a packet.
 */
package dev.transportbench.link.emulator;
