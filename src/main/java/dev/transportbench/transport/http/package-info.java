/** What a server answers over HTTP, the same for each version of it. */
package dev.transportbench.transport.http;
