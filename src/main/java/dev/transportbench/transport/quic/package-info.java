/**
 * One bidirectional QUIC stream for each RPC on Netty 4.2's codec (RFC 9000): the floor of the QUIC
 * family, and what its other members on that codec are built on.
 */
package dev.transportbench.transport.quic;
