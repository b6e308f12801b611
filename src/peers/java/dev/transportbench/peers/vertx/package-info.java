/** Vert.x on Netty, with BoringSSL. */
package dev.transportbench.peers.vertx;
