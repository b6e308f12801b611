package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * A jar of this project, perhaps of another day, that is to be compared: what a fork of it will
 * find in it.
 *
 * @param arm {@code base} or {@code head}
 * @param benchmarks full method name → names of its parameters
 * @param transports names
 * @param profiles text of each link profile, by name
 * @param forkProtocol what its forks understand of their orchestrator; 0 for jars older than that
 */
public record ArmJar(
    String arm,
    Path path,
    Build build,
    String jmh,
    Map<String, Set<String>> benchmarks,
    Set<String> transports,
    Map<String, String> profiles,
    int forkProtocol) {
  /** Of forks that take the emulator from their orchestrator's class path. */
  static final int TAKES_EMULATOR = 1;

  private static final String PROTOCOL_ENTRY = "Fork-Protocol";
  private static final String BENCHMARK_LIST = "META-INF/BenchmarkList";
  private static final String OURS = "dev/transportbench/profiler/LedgerProfiler.class";
  private static final String PROFILES = "profiles/link/";
  private static final String YAML = ".yaml";

  /**
   * @param arm what complaints call it
   * @throws BadInputException when it is no such jar
   */
  public static ArmJar open(String arm, Path path) {
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      throw bad(arm, path, Files.exists(path) ? "cannot be read" : "does not exist");
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      if (jar.getEntry(BENCHMARK_LIST) == null || jar.getEntry(OURS) == null) {
        throw bad(arm, path, "holds no benchmarks of transport-bench");
      }
      try (URLClassLoader loader =
          new URLClassLoader(
              new URL[] {path.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
        Map<String, String> libraries = new LinkedHashMap<>();
        libraries.put("netty", netty(jar));
        libraries.put("jmh", jmhVersion(jar));
        libraries.put("protobuf", protobuf(loader));
        return new ArmJar(
            arm,
            path.toAbsolutePath(),
            Build.ofJar(path, properties(jar, Build.PROPERTIES), libraries),
            libraries.get("jmh"),
            benchmarks(jar),
            transports(loader),
            profiles(jar),
            protocol(jar));
      }
    } catch (IOException | ReflectiveOperationException | LinkageError e) {
      throw bad(arm, path, "is not a jar of transport-bench that this one understands (" + e + ")");
    }
  }

  private static BadInputException bad(String arm, Path path, String problem) {
    return new BadInputException(
        "%s: '%s' %s; allowed: a benchmarks.jar that mvn package has built"
            .formatted(arm.toUpperCase(Locale.ROOT), path, problem));
  }

  /** The commit it was built from; null when it does not say. */
  public String commit() {
    return build.commit().equals(Build.UNKNOWN) ? null : build.commit();
  }

  /** {@code benchmarks.jar (0123456789ab, netty 4.2.18.Final)}. */
  public String title() {
    String commit = commit() == null ? "unknown commit" : commit().substring(0, 12);
    return "%s (%s%s, netty %s)"
        .formatted(
            path.getFileName(),
            commit,
            Boolean.TRUE.equals(build.dirty()) ? " and changes" : "",
            build.libraries().get("netty"));
  }

  BadInputException lacks(String what, String allowed) {
    return new BadInputException(
        "%s: '%s' %s; allowed: %s".formatted(arm.toUpperCase(Locale.ROOT), path, what, allowed));
  }

  private static Map<String, Set<String>> benchmarks(JarFile jar) throws IOException {
    Map<String, Set<String>> benchmarks = new TreeMap<>();
    try (InputStream stream = jar.getInputStream(jar.getEntry(BENCHMARK_LIST))) {
      for (BenchmarkListEntry entry : BenchmarkList.readBenchmarkList(stream)) {
        if (entry.getMode() == Mode.Throughput) {
          benchmarks.put(
              entry.getUsername(), new TreeSet<>(entry.getParams().orElse(Map.of()).keySet()));
        }
      }
    }
    return benchmarks;
  }

  /** By the jar's own code: only that knows what its services are called. */
  private static Set<String> transports(ClassLoader loader) throws ReflectiveOperationException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      Class<?> type = Class.forName("dev.transportbench.rpc.Transports", true, loader);
      Set<String> names = new TreeSet<>();
      for (Object name : ((Map<?, ?>) type.getMethod("all").invoke(null)).keySet()) {
        names.add(String.valueOf(name));
      }
      return names;
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(e.getCause());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Map<String, String> profiles(JarFile jar) throws IOException {
    Map<String, String> profiles = new TreeMap<>();
    for (ZipEntry entry : jar.stream().toList()) {
      String name = entry.getName();
      if (name.startsWith(PROFILES) && name.endsWith(YAML)) {
        profiles.put(
            name.substring(PROFILES.length(), name.length() - YAML.length()), text(jar, entry));
      }
    }
    return profiles;
  }

  private static String text(JarFile jar, ZipEntry entry) throws IOException {
    try (InputStream stream = jar.getInputStream(entry)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Properties properties(JarFile jar, String name) throws IOException {
    Properties properties = new Properties();
    ZipEntry entry = jar.getEntry(name);
    if (entry != null) {
      try (InputStream stream = jar.getInputStream(entry)) {
        properties.load(stream);
      }
    }
    return properties;
  }

  private static String netty(JarFile jar) throws IOException {
    return properties(jar, "META-INF/io.netty.versions.properties")
        .getProperty("netty-common.version", Build.UNKNOWN);
  }

  private static String jmhVersion(JarFile jar) throws IOException {
    return properties(jar, "jmh.properties").getProperty("jmh.version", Build.UNKNOWN);
  }

  private static String protobuf(ClassLoader loader) {
    try {
      Class<?> version = Class.forName("com.google.protobuf.RuntimeVersion", true, loader);
      StringBuilder text = new StringBuilder();
      for (String part : new String[] {"OSS_MAJOR", "OSS_MINOR", "OSS_PATCH"}) {
        text.append(text.isEmpty() ? "" : ".").append(version.getField(part).get(null));
      }
      return text.append(version.getField("OSS_SUFFIX").get(null)).toString();
    } catch (ReflectiveOperationException e) {
      return Build.UNKNOWN;
    }
  }

  private static int protocol(JarFile jar) throws IOException {
    String value =
        jar.getManifest() == null
            ? null
            : jar.getManifest().getMainAttributes().getValue(PROTOCOL_ENTRY);
    return value == null || !value.matches("\\d{1,4}") ? 0 : Integer.parseInt(value);
  }
}
