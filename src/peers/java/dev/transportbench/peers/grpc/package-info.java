/** grpc-java on its shaded Netty, with BoringSSL. */
package dev.transportbench.peers.grpc;
