/**
 * WebTransport over HTTP/3, both ends, on the public API of Netty's HTTP/3 and QUIC codecs:
 * sessions by extended CONNECT, streams, datagrams and capsules; and the RPCs on it.
 *
 * <p>It speaks draft-ietf-webtrans-http3-07's wire format, which the drafts up to 14 share as far
 * as it is used here, and draft-02's settings and headers for the browsers of today. What those
 * drafts want and that API does not carry stands in {@link
 * dev.transportbench.transport.webtransport.WebTransportConnection}.
 */
package dev.transportbench.transport.webtransport;
