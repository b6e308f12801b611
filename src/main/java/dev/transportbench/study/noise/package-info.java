/** What the machine did to a fork beside running it, and whether that was too much. */
package dev.transportbench.study.noise;
