/** One binary WebSocket message for each RPC message, on one connection inside TLS (RFC 6455). */
package dev.transportbench.transport.websocket;
