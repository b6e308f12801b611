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
import java.util.Properties;

/**
 * The code that measures.
 *
 * @param version the project's; {@code unknown} when the build did not say, as {@code commit}
 * @param dirty whether the tree had changes that no commit holds; null when the build did not say
 * @param jarSha256 null when the code does not come from a jar
 */
record Build(String version, String commit, Boolean dirty, String jarSha256) {
  private static final String UNKNOWN = "unknown";

  static Build current() {
    Properties properties = new Properties();
    try (InputStream stream =
        Build.class.getResourceAsStream("/dev/transportbench/build.properties")) {
      if (stream != null) {
        properties.load(stream);
      }
      String dirty = properties.getProperty("git.dirty");
      return new Build(
          properties.getProperty("git.build.version", UNKNOWN),
          properties.getProperty("git.commit.id.full", UNKNOWN),
          dirty == null ? null : Boolean.valueOf(dirty),
          digestOfJar());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** What must be the same for a run to be resumed. */
  String identity() {
    return jarSha256 != null ? jarSha256 : commit + (Boolean.TRUE.equals(dirty) ? "-dirty" : "");
  }

  private static String digestOfJar() throws IOException {
    try {
      Path code = Path.of(Build.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (!Files.isRegularFile(code)) {
        return null;
      }
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream stream = new DigestInputStream(Files.newInputStream(code), digest)) {
        stream.transferTo(java.io.OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (URISyntaxException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
