/**
 * A POST for each RPC over HTTP/3 (RFC 9114), on the QUIC of {@code transport.quic}, with any of
 * Netty's codecs.
 */
package dev.transportbench.transport.http3;
