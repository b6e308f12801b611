/**
 * One bidirectional QUIC stream for each RPC (RFC 9000) on any of Netty's codecs: the floor of the
 * QUIC family, and what its other members are built on.
 */
package dev.transportbench.transport.quic;
