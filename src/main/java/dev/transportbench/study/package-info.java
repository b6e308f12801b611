/**
 * An experiment as data: what to measure (study), in which order and at which price (plan), doing
 * it fork by fork so that it can be stopped and resumed (run), and the result folder that it
 * leaves.
 */
package dev.transportbench.study;
