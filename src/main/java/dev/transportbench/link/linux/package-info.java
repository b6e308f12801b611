/**
 * The few calls into the Linux kernel that a link needs: namespaces, rtnetlink, device features.
 * Linux on 64-bit processors only. Knows nothing of profiles or backends.
 */
package dev.transportbench.link.linux;
