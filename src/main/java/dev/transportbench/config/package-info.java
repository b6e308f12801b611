/** Strict reading of what a person wrote: YAML with the line of every complaint. */
package dev.transportbench.config;
