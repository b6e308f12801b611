/**
 * Reads a result folder and says what it says: tables for a terminal, pages from the templates in
 * {@code report-templates/}. Measures nothing, knows no transport.
 */
package dev.transportbench.report;
