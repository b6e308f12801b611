/** Java-WebSocket's client, with the JDK's TLS. */
package dev.transportbench.peers.javawebsocket;
