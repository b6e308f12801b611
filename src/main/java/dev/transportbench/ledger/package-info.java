/**
 * The result model: what a run writes and a report reads. Names, units and shapes of every figure;
 * knows nothing of how one is measured.
 */
package dev.transportbench.ledger;
