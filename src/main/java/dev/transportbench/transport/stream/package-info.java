/**
 * A stream for each RPC, whatever protocol the streams belong to: who opens them, what one call and
 * one answer do on theirs.
 */
package dev.transportbench.transport.stream;
