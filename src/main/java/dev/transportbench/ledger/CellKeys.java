package dev.transportbench.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The stable text that names a cell in data. */
public final class CellKeys {
  /** JMH's short label of throughput mode, the one that a key does not name. */
  public static final String THROUGHPUT = "thrpt";

  /** Of {@link #hash}. */
  public static final int HASH_DIGITS = 8;

  private CellKeys() {}

  /** The hex digits of a key's SHA-256 that the names of a cell's files carry. */
  public static String hash(String key) {
    return sha256(key).substring(0, HASH_DIGITS);
  }

  /** Hex digits of a text's SHA-256. */
  public static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * {@code benchmark[a=1,b=2]}, parameters sorted by name; {@code :mode} appended when it isn't
   * throughput. A comma within a value has a backslash before it: two cells never share a key.
   *
   * @param benchmark JMH's full name of the method
   * @param mode JMH's short label
   */
  public static String key(String benchmark, Map<String, String> params, String mode) {
    String sorted =
        new TreeMap<>(params)
            .entrySet().stream()
                .map(param -> param.getKey() + "=" + escaped(param.getValue()))
                .collect(Collectors.joining(",", "[", "]"));
    return benchmark + sorted + (mode.equals(THROUGHPUT) ? "" : ":" + mode);
  }

  /** So that what looks like the next parameter is told from it. */
  private static String escaped(String value) {
    return value.indexOf(',') < 0 && !value.endsWith("\\")
        ? value
        : value.replaceAll("\\\\(?=,|$)", "\\\\\\\\").replace(",", "\\,");
  }
}
