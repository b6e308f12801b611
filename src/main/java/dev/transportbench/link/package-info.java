/**
 * The emulated path between client and server: profiles, namespaces, backends. Knows no RPC.
 *
 * <p>Directions are explicit everywhere: <em>up</em> is client to server, <em>down</em> server to
 * client. Delays are one-way unless a name says {@code rtt}.
 */
package dev.transportbench.link;
