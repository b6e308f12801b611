/**
 * Messages on one TCP connection, multiplexed by request id: the floor of the TCP family, and what
 * its other members are built on.
 */
package dev.transportbench.transport.tcp;
