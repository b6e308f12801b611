package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the jars of a comparison come from: files, or commits of the repository that this is run
 * in, built by Maven in a worktree of their own under {@code target/ab/}. A jar that was built
 * stays there, and is not built again.
 */
final class JarSource {
  private static final Path FOLDER = Path.of("target", "ab");
  private static final Pattern PROPERTY = Pattern.compile("([\\w.-]+)=([^,\\s]+),([^,\\s]+)");

  private final PrintStream out;

  JarSource(PrintStream out) {
    this.out = out;
  }

  /**
   * @param name of the argument, for complaints
   * @throws BadInputException when it is neither, or cannot be built
   */
  Path of(String name, String jarOrRef) {
    if (jarOrRef.endsWith(".jar") || Files.exists(Path.of(jarOrRef))) {
      return Path.of(jarOrRef);
    }
    return build(name, commit(name, jarOrRef), null);
  }

  /**
   * Two builds of the commit that is checked out.
   *
   * @param property {@code NAME=BASE,HEAD}
   * @param jar must be null: there is nothing else to compare
   */
  List<Path> builds(String property, String jar) {
    Matcher matcher = PROPERTY.matcher(property);
    if (!matcher.matches() || jar != null) {
      throw new BadInputException(
          "--property: '%s' %s; allowed: NAME=BASE,HEAD, as netty.version=4.2.17.Final,4.2.18.Final"
              .formatted(property, jar == null ? "is not two values of one" : "leaves no BASE"));
    }
    String head = commit("--property", "HEAD");
    if (!run(List.of("git", "status", "--porcelain", "--untracked-files=no")).text.isEmpty()) {
      out.println("note: uncommitted changes are in neither jar");
    }
    List<Path> jars = new ArrayList<>();
    for (int value : new int[] {2, 3}) {
      jars.add(build("--property", head, matcher.group(1) + "=" + matcher.group(value)));
    }
    return jars;
  }

  private String commit(String name, String ref) {
    Ended git =
        run(
            List.of(
                "git", "rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"));
    if (git.status != 0) {
      throw new BadInputException(
          "%s: '%s' is neither a jar nor a commit of this repository; allowed: benchmarks.jar, or a git"
                  .formatted(name, ref)
              + " ref");
    }
    return git.text;
  }

  private Path build(String name, String commit, String property) {
    String stem =
        commit.substring(0, 12)
            + (property == null ? "" : "-" + property.replaceAll("[^\\w.=-]", "_"));
    Path jar = FOLDER.resolve(stem + ".jar").toAbsolutePath();
    if (Files.exists(jar)) {
      return jar;
    }
    Path tree = FOLDER.resolve("tree-" + stem).toAbsolutePath();
    Path log = FOLDER.resolve(stem + ".log").toAbsolutePath();
    out.println("building " + stem + ", which takes a minute or two; " + log.getFileName());
    try {
      Files.createDirectories(FOLDER);
      // What a killed build left behind.
      removeTree(tree);
      Ended added = run(List.of("git", "worktree", "add", "--detach", tree.toString(), commit));
      try {
        if (added.status != 0 || !mvn(tree, property, log)) {
          throw new BadInputException(
              "%s: '%s' cannot be built: see %s; allowed: a commit that mvn package builds"
                  .formatted(name, stem, FOLDER.resolve(log.getFileName())));
        }
        Path built = tree.resolve("target/benchmarks.jar");
        Path partial = jar.resolveSibling(stem + ".partial");
        Files.copy(built, partial, StandardCopyOption.REPLACE_EXISTING);
        Files.move(partial, jar, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        removeTree(tree);
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void removeTree(Path tree) {
    if (Files.exists(tree)) {
      run(List.of("git", "worktree", "remove", "--force", tree.toString()));
    }
  }

  private static boolean mvn(Path tree, String property, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("bench.maven", "mvn"));
    command.addAll(List.of("-B", "-ntp", "-q", "package", "-DskipTests"));
    command.add("-Dspotless.check.skip=true");
    if (property != null) {
      command.add("-D" + property);
    }
    Process process =
        new ProcessBuilder(command)
            .directory(tree.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return waitFor(process) == 0;
  }

  /** How a short command ended, and what it printed. */
  private record Ended(int status, String text) {}

  private static Ended run(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new Ended(waitFor(process), text);
    } catch (IOException e) {
      return new Ended(127, "");
    }
  }

  private static int waitFor(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      return 130;
    }
  }
}
