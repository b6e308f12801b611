/** WebTransport where UDP gets through, WebSocket where it does not, and what finding out cost. */
package dev.transportbench.transport.fallback;
