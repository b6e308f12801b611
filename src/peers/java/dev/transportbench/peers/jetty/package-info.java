/** Jetty, with the JDK's TLS. */
package dev.transportbench.peers.jetty;
