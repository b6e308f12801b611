/** The report as one HTML file: its data, its charts' curves, what it links to. */
package dev.transportbench.report.html;
