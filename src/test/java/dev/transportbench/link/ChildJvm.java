package dev.transportbench.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Other processes, for tests: starts a main class like ours, and looks at what is left of one. */
public final class ChildJvm {
  private ChildJvm() {}

  /** A process builder for a main class of our class path. */
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:-UsePerfData");
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /** The network namespaces that a process's threads are in or hold a descriptor of. */
  public static Set<String> namespacesOf(long pid) {
    Set<String> namespaces = new TreeSet<>();
    for (Path task : list(Path.of("/proc/" + pid + "/task"))) {
      addNamespace(namespaces, task.resolve("ns/net"));
    }
    for (Path descriptor : list(Path.of("/proc/" + pid + "/fd"))) {
      addNamespace(namespaces, descriptor);
    }
    return namespaces;
  }

  /**
   * The processes that keep any of some namespaces alive. (Later on the kernel may give the same
   * names to namespaces of others, so ask before these can have gone.)
   */
  public static List<ProcessHandle> holdersOf(Set<String> namespaces) {
    return ProcessHandle.allProcesses()
        .filter(p -> namespacesOf(p.pid()).stream().anyMatch(namespaces::contains))
        .toList();
  }

  /** The emulator's process that a process started. */
  public static ProcessHandle emulatorOf(ProcessHandle parent) {
    return parent.children().filter(child -> isEmulator(child.pid())).findFirst().orElseThrow();
  }

  // ProcessHandle says nothing of a command line that is as long as ours.
  private static boolean isEmulator(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline"))
          .contains(EmulatorProcess.MAIN_CLASS);
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether something becomes true within five seconds. */
  public static boolean soon(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(50);
    }
    return true;
  }

  public static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  public static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // It went while we looked.
    }
  }

  private static void addNamespace(Set<String> namespaces, Path link) {
    try {
      String target = Files.readSymbolicLink(link).toString();
      if (target.startsWith("net:")) {
        namespaces.add(target);
      }
    } catch (IOException e) {
      // It went while we looked.
    }
  }
}
