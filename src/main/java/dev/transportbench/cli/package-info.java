/**
 * The command line: our verbs, each a picocli command, and JMH's own options for everything else.
 */
package dev.transportbench.cli;
