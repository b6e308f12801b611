package dev.transportbench.study;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.ledger.CellKeys;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The stable names of a cell: a key for data, a slug for files. */
public final class CellKey {
  /** JMH's short label of throughput mode, the one that a key does not name. */
  public static final String THROUGHPUT = CellKeys.THROUGHPUT;

  private static final int SLUG_LENGTH = 80;

  private CellKey() {}

  /**
   * {@code benchmark[a=1,b=2]}, parameters sorted by name; {@code :mode} appended when it isn't
   * throughput.
   *
   * @param benchmark JMH's full name of the method
   * @param mode JMH's short label
   */
  public static String key(String benchmark, Map<String, String> params, String mode) {
    return CellKeys.key(benchmark, params, mode);
  }

  /**
   * A name for files: what a person recognises, axes at their defaults left out, and 8 hex digits
   * of the key's SHA-256.
   */
  public static String slug(String benchmark, Map<String, String> params, String mode) {
    String[] names = benchmark.split("\\.");
    String method = names[names.length - 1];
    String readable =
        (names.length > 1 ? names[names.length - 2] + "-" : "")
            + method
            + "-"
            + new TreeMap<>(params)
                .entrySet().stream()
                    .filter(param -> !Axis.isDefault(param.getKey(), param.getValue()))
                    .map(Map.Entry::getValue)
                    .collect(Collectors.joining("-"));
    String slug =
        readable
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9.]+", "-")
            .replaceAll("^[-.]+|[-.]+$", "");
    if (slug.length() > SLUG_LENGTH) {
      slug = slug.substring(0, SLUG_LENGTH);
    }
    return slug + "-" + CellKeys.hash(key(benchmark, params, mode));
  }
}
