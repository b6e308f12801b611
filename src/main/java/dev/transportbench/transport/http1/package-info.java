/** A POST for each RPC over HTTP/1.1 (RFC 9112), on a pool of connections inside TLS. */
package dev.transportbench.transport.http1;
