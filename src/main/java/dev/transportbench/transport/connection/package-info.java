/** Sockets on equal terms: the options that every transport sets, and what was granted. */
package dev.transportbench.transport.connection;
