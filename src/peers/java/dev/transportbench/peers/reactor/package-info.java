/** Reactor Netty, with BoringSSL. */
package dev.transportbench.peers.reactor;
