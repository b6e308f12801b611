package dev.transportbench.study;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Properties;

/**
 * The code that measures.
 *
 * @param version the project's; {@code unknown} when the build did not say, as {@code commit}
 * @param dirty whether the tree had changes that no commit holds; null when the build did not say
 * @param jarSha256 null when the code does not come from a jar
 * @param libraries name → version, where they are another jar's; empty for the code that runs
 */
record Build(
    String version, String commit, Boolean dirty, String jarSha256, Map<String, String> libraries) {
  static final String UNKNOWN = "unknown";
  static final String PROPERTIES = "dev/transportbench/build.properties";

  Build(String version, String commit, Boolean dirty, String jarSha256) {
    this(version, commit, dirty, jarSha256, Map.of());
  }

  static Build current() {
    Properties properties = new Properties();
    try (InputStream stream = Build.class.getResourceAsStream("/" + PROPERTIES)) {
      if (stream != null) {
        properties.load(stream);
      }
      return of(properties, digestOfJar(), Map.of());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * @param properties what the jar says of itself
   */
  static Build ofJar(Path jar, Properties properties, Map<String, String> libraries)
      throws IOException {
    return of(properties, digest(jar), libraries);
  }

  private static Build of(Properties properties, String digest, Map<String, String> libraries) {
    String dirty = properties.getProperty("git.dirty");
    return new Build(
        properties.getProperty("git.build.version", UNKNOWN),
        properties.getProperty("git.commit.id.full", UNKNOWN),
        dirty == null ? null : Boolean.valueOf(dirty),
        digest,
        libraries);
  }

  /** What must be the same for a run to be resumed. */
  String identity() {
    return jarSha256 != null ? jarSha256 : commit + (Boolean.TRUE.equals(dirty) ? "-dirty" : "");
  }

  private static String digestOfJar() throws IOException {
    try {
      Path code = Path.of(Build.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(code) ? digest(code) : null;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String digest(Path jar) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream stream = new DigestInputStream(Files.newInputStream(jar), digest)) {
        stream.transferTo(java.io.OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
