package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import dev.transportbench.config.InputPath;
import dev.transportbench.link.Impairment.JitterDistribution;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * A distribution as netem has it: a table of deviations in units of which {@value #UNIT} are one σ,
 * one entry as likely as the other.
 *
 * <p>Ours are computed from the definitions, 4,096 entries each: the normal distribution; Pareto's
 * with shape 3, shifted to mean 0 and scaled; a quarter of the first and three quarters of the
 * second, entry by entry; and for the one that netem's authors measured a line through some of its
 * quantiles. What lies beyond four σ is four σ, as netem's 16 bits have it, and the normal one ends
 * at −4 and 3.52 as netem's does.
 */
public final class DelayTable {
  public static final int UNIT = 8192;

  private static final int ENTRIES = 4096;
  private static final int MOST_ENTRIES = 16_384;
  // Measured by netem's authors on a real path; in σ.
  private static final double[][] EXPERIMENTAL = {
    {0, -1.29},
    {0.01, -1.13},
    {0.05, -1.02},
    {0.10, -0.93},
    {0.20, -0.79},
    {0.30, -0.63},
    {0.40, -0.46},
    {0.50, -0.25},
    {0.60, 0.0},
    {0.70, 0.36},
    {0.80, 0.77},
    {0.90, 1.25},
    {0.95, 1.60},
    {0.98, 2.06},
    {0.99, 2.42},
    {0.995, 3.20},
    {1, 4.0}
  };
  private static final double LEAST_NORMAL = -4;
  private static final double MOST_NORMAL = 3.52;
  private static final Map<JitterDistribution, DelayTable> OURS = ours();

  private final short[] entries;

  private DelayTable(short[] entries) {
    this.entries = entries;
  }

  /** The one of a distribution; {@code file} matters only for {@link JitterDistribution#TABLE}. */
  public static DelayTable of(JitterDistribution distribution, String file) {
    return distribution == JitterDistribution.TABLE ? read(file) : OURS.get(distribution);
  }

  /**
   * A table in netem's text format: whole numbers by blanks and line ends, {@code #} starts a
   * comment.
   *
   * @throws BadInputException naming the file, the line and what is allowed
   */
  public static DelayTable read(String file) {
    return parse(file, textOf(file));
  }

  /**
   * @param file what complaints call it
   */
  static DelayTable parse(String file, String table) {
    short[] entries = new short[MOST_ENTRIES];
    int count = 0;
    int line = 0;
    for (String text : table.split("\n", -1)) {
      line++;
      for (String number : text.replaceFirst("#.*", "").strip().split("\\s+")) {
        if (number.isEmpty()) {
          continue;
        }
        if (count == MOST_ENTRIES) {
          throw bad(file, line, number, "is one too many", "at most " + MOST_ENTRIES + " entries");
        }
        try {
          entries[count++] = Short.parseShort(number);
        } catch (NumberFormatException e) {
          throw bad(
              file, line, number, "is not a table's entry", "whole numbers from -32768 to 32767");
        }
      }
    }
    if (count == 0) {
      throw bad(file, line, "", "is empty", "whole numbers from -32768 to 32767");
    }
    return new DelayTable(Arrays.copyOf(entries, count));
  }

  private static BadInputException bad(
      String file, int line, String value, String problem, String allowed) {
    return BadInputException.at(file, line, "(table)", value, problem, allowed);
  }

  private static String textOf(String file) {
    String problem;
    try {
      return Files.readString(InputPath.of("table", file));
    } catch (NoSuchFileException e) {
      problem = "does not exist";
    } catch (MalformedInputException e) {
      problem = "is not text";
    } catch (IOException e) {
      problem = "cannot be read";
    }
    throw new BadInputException(
        "table: '%s' %s; allowed: a path to a table in netem's .dist format"
            .formatted(file, problem));
  }

  public int size() {
    return entries.length;
  }

  /** In units of which {@link #UNIT} are one σ. */
  public int entry(int index) {
    return entries[index];
  }

  /** In σ. */
  public double mean() {
    double sum = 0;
    for (short entry : entries) {
      sum += entry;
    }
    return sum / entries.length / UNIT;
  }

  /** In σ. */
  public double deviation() {
    double mean = mean();
    double sum = 0;
    for (short entry : entries) {
      double deviation = (double) entry / UNIT - mean;
      sum += deviation * deviation;
    }
    return Math.sqrt(sum / entries.length);
  }

  private static Map<JitterDistribution, DelayTable> ours() {
    double[] normal = normal();
    double[] pareto = new double[ENTRIES];
    double[] paretoNormal = new double[ENTRIES];
    double[] experimental = new double[ENTRIES];
    double[] uniform = new double[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
      double above = 1 - (double) i / ENTRIES;
      pareto[i] = Math.min(4, (Math.cbrt(1 / above) - 1.5) * 4 / 3);
      paretoNormal[i] = 0.25 * normal[i] + 0.75 * pareto[i];
      experimental[i] = experimental((i + 0.5) / ENTRIES);
      uniform[i] = (2 * i + 1.0) / ENTRIES - 1;
    }
    Map<JitterDistribution, DelayTable> tables = new EnumMap<>(JitterDistribution.class);
    tables.put(JitterDistribution.NORMAL, rounded(normal));
    tables.put(JitterDistribution.PARETO, rounded(pareto));
    tables.put(JitterDistribution.PARETONORMAL, rounded(paretoNormal));
    tables.put(JitterDistribution.EXPERIMENTAL, rounded(experimental));
    tables.put(JitterDistribution.UNIFORM, rounded(uniform));
    return tables;
  }

  /** Quantiles in the middle of each 4096th. */
  private static double[] normal() {
    double[] quantiles = new double[ENTRIES];
    double step = 1.0 / 4096;
    double below = 0;
    int next = 0;
    for (double x = -8; next < ENTRIES; x += step) {
      // Simpson's rule: exact far beyond the table's 16 bits.
      double mass = step / 6 * (density(x) + 4 * density(x + step / 2) + density(x + step));
      while (next < ENTRIES && below + mass >= (next + 0.5) / ENTRIES) {
        quantiles[next] = x + step * ((next + 0.5) / ENTRIES - below) / mass;
        next++;
      }
      below += mass;
    }
    quantiles[0] = LEAST_NORMAL;
    quantiles[ENTRIES - 1] = MOST_NORMAL;
    return quantiles;
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  /** A line through some of its quantiles. */
  private static double experimental(double fraction) {
    int knot = 1;
    while (EXPERIMENTAL[knot][0] < fraction) {
      knot++;
    }
    double[] low = EXPERIMENTAL[knot - 1];
    double[] high = EXPERIMENTAL[knot];
    return low[1] + (high[1] - low[1]) * (fraction - low[0]) / (high[0] - low[0]);
  }

  private static DelayTable rounded(double[] sigmas) {
    short[] entries = new short[sigmas.length];
    for (int i = 0; i < entries.length; i++) {
      long value = Math.round(sigmas[i] * UNIT);
      entries[i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
    }
    return new DelayTable(entries);
  }
}
