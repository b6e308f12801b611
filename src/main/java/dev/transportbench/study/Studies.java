package dev.transportbench.study;

import dev.transportbench.config.BadInputException;
import dev.transportbench.config.InputPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds and reads studies. */
public final class Studies {
  private static final String FOLDER = "profiles/study";
  private static final String ENDING = ".yaml";

  private Studies() {}

  /**
   * @param nameOrPath a name that the jar carries ({@code quick}), or a path: anything with a
   *     {@code /} or an ending {@code .yaml}
   * @throws BadInputException naming file, line, field, value and what is allowed
   */
  public static Study load(String nameOrPath) {
    if (nameOrPath.contains("/") || nameOrPath.endsWith(ENDING)) {
      return fromFile(nameOrPath);
    }
    String resource = FOLDER + "/" + nameOrPath + ENDING;
    try (InputStream stream = loader().getResourceAsStream(resource)) {
      if (stream == null || nameOrPath.isBlank()) {
        throw new BadInputException(
            "study: '%s' is unknown; allowed: %s, or a path that ends in %s"
                .formatted(nameOrPath, String.join(", ", names()), ENDING));
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return StudyFile.read(nameOrPath, resource, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names that the jar carries, sorted. */
  public static List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    try {
      for (URL url : Collections.list(loader().getResources(FOLDER))) {
        addNames(url.toURI(), names);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    return List.copyOf(names);
  }

  private static Study fromFile(String path) {
    Path file = InputPath.of("study", path);
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new BadInputException(
          "study: '%s' %s; allowed: a readable file, or one of %s"
              .formatted(
                  path,
                  Files.isDirectory(file)
                      ? "is a folder"
                      : Files.exists(file) ? "cannot be read" : "does not exist",
                  String.join(", ", names())));
    }
    String fileName = file.getFileName().toString();
    String name =
        fileName.endsWith(ENDING)
            ? fileName.substring(0, fileName.length() - ENDING.length())
            : fileName;
    try {
      return StudyFile.read(name, path, Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new BadInputException(path + ":1: the file is not UTF-8 text; allowed: YAML in UTF-8");
    } catch (IOException e) {
      throw new BadInputException(
          "study: '%s' cannot be read: %s; allowed: a readable file"
              .formatted(path, e.getMessage()));
    }
  }

  private static void addNames(URI folder, TreeSet<String> names) throws IOException {
    if (folder.getScheme().equals("jar")) {
      try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
        addNames(jar.getPath("/" + FOLDER), names);
      }
    } else {
      addNames(Path.of(folder), names);
    }
  }

  private static void addNames(Path folder, TreeSet<String> names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .forEach(name -> names.add(name.substring(0, name.length() - ENDING.length())));
    }
  }

  private static ClassLoader loader() {
    return Studies.class.getClassLoader();
  }
}
