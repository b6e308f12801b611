/** TLS 1.3 by BoringSSL on both sides, and the identity that all encrypted transports share. */
package dev.transportbench.transport.tls;
