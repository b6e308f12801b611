/** HTTP/3 found on a first visit over HTTP/2 by Alt-Svc (RFC 7838), and what finding it costs. */
package dev.transportbench.transport.altsvc;
