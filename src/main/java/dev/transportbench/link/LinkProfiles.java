package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import dev.transportbench.config.InputPath;
import dev.transportbench.config.YamlNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Finds and reads link profiles. */
public final class LinkProfiles {
  private static final String FOLDER = "profiles/link/";
  private static final String ENDING = ".yaml";
  // Any of ours leads to the folder; this one is always there.
  private static final String ANCHOR = FOLDER + "clean" + ENDING;

  private LinkProfiles() {}

  /**
   * @param nameOrPath a name that the jar carries ({@code cellular-firefly}), or a path: anything
   *     with a {@code /} or an ending {@code .yaml}, or netem's own words after {@code netem:}
   *     (both directions), {@code netem-up:} or {@code netem-down:} (one)
   * @throws BadInputException naming file, line, field, value and what is allowed
   */
  public static LinkProfile load(String nameOrPath) {
    if (NetemWords.areThey(nameOrPath)) {
      return NetemWords.profile(nameOrPath);
    }
    ProfileReader.Source source =
        isPath(nameOrPath)
            ? new ProfileReader.Source(nameOrPath, textOf(InputPath.of("link profile", nameOrPath)))
            : carried(nameOrPath)
                .orElseThrow(
                    () ->
                        new BadInputException(
                            "link profile: '%s' is not one of ours; allowed: %s"
                                .formatted(nameOrPath, allowed())));
    return ProfileReader.read(nameOrPath, source.file(), source.text(), LinkProfiles::parent);
  }

  /** Whether a text can only be the name of a profile: neither a path nor netem's words. */
  public static boolean isName(String text) {
    return !isPath(text) && !NetemWords.areThey(text);
  }

  private static boolean isPath(String nameOrPath) {
    return nameOrPath.contains("/") || nameOrPath.endsWith(ENDING);
  }

  /** What a profile's field {@code extends} names; a path is relative to the profile. */
  static ProfileReader.Source parent(YamlNode field) {
    String name = field.text();
    if (!isPath(name)) {
      return carried(name)
          .orElseThrow(
              () ->
                  field.bad(
                      "is not a profile of ours",
                      String.join(", ", names()) + ", or a path to a .yaml file"));
    }
    Path path = InputPath.beside(field);
    return new ProfileReader.Source(path.toString(), textOf(path));
  }

  private static Optional<ProfileReader.Source> carried(String name) {
    if (!names().contains(name)) {
      return Optional.empty();
    }
    String file = FOLDER + name + ENDING;
    try (InputStream in = loader().getResourceAsStream(file)) {
      return Optional.of(
          new ProfileReader.Source(file, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String allowed() {
    return String.join(", ", names()) + ", a path to a .yaml file, or netem: and netem's words";
  }

  /** The names that the jar carries, sorted. */
  public static List<String> names() {
    URL anchor = loader().getResource(ANCHOR);
    if (anchor == null) {
      throw new IllegalStateException(ANCHOR + " is not on the class path");
    }
    TreeSet<String> names = new TreeSet<>();
    try {
      if (anchor.getProtocol().equals("jar")) {
        JarURLConnection connection = (JarURLConnection) anchor.openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile();
            Stream<String> entries = jar.stream().map(e -> e.getName())) {
          entries.filter(e -> e.startsWith(FOLDER)).forEach(e -> addName(names, e));
        }
      } else {
        Path folder = Path.of(toUri(anchor)).getParent();
        try (Stream<Path> files = Files.list(folder)) {
          files.forEach(f -> addName(names, FOLDER + f.getFileName()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(names);
  }

  private static void addName(TreeSet<String> names, String entry) {
    if (entry.endsWith(ENDING)) {
      names.add(entry.substring(FOLDER.length(), entry.length() - ENDING.length()));
    }
  }

  private static String textOf(Path path) {
    String problem;
    try {
      return Files.readString(path);
    } catch (NoSuchFileException e) {
      problem = "does not exist";
    } catch (MalformedInputException e) {
      problem = "is not UTF-8 text";
    } catch (IOException e) {
      problem = "cannot be read";
    }
    throw new BadInputException(
        "link profile: '%s' %s; allowed: %s".formatted(path, problem, allowed()));
  }

  private static ClassLoader loader() {
    return LinkProfiles.class.getClassLoader();
  }

  private static URI toUri(URL url) {
    try {
      return url.toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
