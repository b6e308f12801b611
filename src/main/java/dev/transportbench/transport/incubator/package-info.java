/**
 * {@code quic} and {@code http3} on the codecs of Netty's incubator, the predecessors of Netty
 * 4.2's own. The codecs' types have the same names in other packages, so that the two adapters here
 * are those of {@code transport.quic} and {@code transport.http3} word for word; all else is
 * shared.
 */
package dev.transportbench.transport.incubator;
