package dev.transportbench.study;

import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Where a fork's code comes from. JMH gives a fork the class path that the system property {@code
 * java.class.path} holds when the fork is started, and offers no other way; the classes of this
 * process have been found by then.
 *
 * @param path null for this process's own
 */
record ForkClassPath(Path path) {
  /** Tells a fork where the emulator comes from: not from its own jar. */
  static final String EMULATOR_PROPERTY = "bench.emulator.classpath";

  private static final String CLASS_PATH = "java.class.path";

  static ForkClassPath own() {
    return new ForkClassPath(null);
  }

  static ForkClassPath of(ArmJar jar) {
    return new ForkClassPath(jar.path());
  }

  /** What such a fork must be told; the emulator is this process's for all. */
  List<String> jvmArgs() {
    return path == null
        ? List.of()
        : List.of("-D" + EMULATOR_PROPERTY + "=" + System.getProperty(CLASS_PATH));
  }

  void run(Runner runner) throws RunnerException {
    if (path == null) {
      runner.run();
      return;
    }
    String own = System.setProperty(CLASS_PATH, path.toString());
    try {
      runner.run();
    } finally {
      System.setProperty(CLASS_PATH, own);
    }
  }
}
