/** How the messages of {@code rpc.proto} become bytes and are found again in a stream of them. */
package dev.transportbench.transport.message;
