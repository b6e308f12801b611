/**
 * A POST for each RPC over HTTP/2 (RFC 9113), on one connection inside TLS. Built on Netty's
 * connection handler and not on its channel for each stream, as gRPC's implementation is: one
 * object for a call instead of a pipeline.
 */
package dev.transportbench.transport.http2;
