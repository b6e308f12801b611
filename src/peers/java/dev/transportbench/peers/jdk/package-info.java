/** The JDK's HttpClient against Jetty's server. */
package dev.transportbench.peers.jdk;
