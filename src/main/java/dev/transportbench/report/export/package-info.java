/** Results in the formats that other tools read. */
package dev.transportbench.report.export;
