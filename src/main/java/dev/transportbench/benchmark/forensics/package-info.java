/**
 * Which RPCs a lost packet slowed, what was lost, and how the loss was repaired. Pure: knows no
 * clock, socket or file.
 */
package dev.transportbench.benchmark.forensics;
