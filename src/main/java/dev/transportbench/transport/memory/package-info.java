/** Transports without a socket: they price the harness itself. */
package dev.transportbench.transport.memory;
