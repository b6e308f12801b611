package dev.transportbench.study.noise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The counters of Linux that tell what else a machine does. Source: proc(5), {@code /proc/stat} and
 * {@code /proc/self/stat}, in ticks; cpufreq and thermal of sysfs.
 */
final class Machine {
  private static final int FIELDS = 8;
  private static final int IDLE = 3;
  private static final int IOWAIT = 4;
  private static final int STEAL = 7;

  /** After the name in brackets: utime, stime, cutime, cstime. */
  private static final int FIRST_OWN = 11;

  private final Path proc;
  private final Path sys;

  Machine() {
    this(Path.of("/proc"), Path.of("/sys"));
  }

  /** Reads other folders as if they were {@code /proc} and {@code /sys}. */
  Machine(Path proc, Path sys) {
    this.proc = proc;
    this.sys = sys;
  }

  /**
   * CPU time since the machine's start.
   *
   * @param all of all cores, idle included
   * @param own of this process and of its offspring that has ended
   */
  record CpuTicks(long all, long idle, long steal, long own) {}

  boolean isLinux() {
    return Files.isReadable(proc.resolve("stat")) && Files.isReadable(proc.resolve("self/stat"));
  }

  CpuTicks ticks() {
    String[] fields = text(proc.resolve("stat")).lines().findFirst().orElseThrow().split("\\s+");
    long all = 0;
    for (int i = 0; i < FIELDS; i++) {
      all += Long.parseLong(fields[i + 1]);
    }
    long idle = Long.parseLong(fields[IDLE + 1]) + Long.parseLong(fields[IOWAIT + 1]);
    String self = text(proc.resolve("self/stat"));
    String[] own = self.substring(self.lastIndexOf(')') + 2).split(" ");
    long ours = 0;
    for (int i = 0; i < 4; i++) {
      ours += Long.parseLong(own[FIRST_OWN + i].strip());
    }
    return new CpuTicks(all, idle, Long.parseLong(fields[STEAL + 1]), ours);
  }

  /** Mean over the cores, of cpufreq or else as {@code /proc/cpuinfo} has it. */
  OptionalDouble megahertz() {
    List<Double> kilohertz = numbers("cpu[0-9]*", "cpufreq/scaling_cur_freq");
    if (!kilohertz.isEmpty()) {
      return OptionalDouble.of(
          kilohertz.stream().mapToDouble(Double::doubleValue).average().orElseThrow() / 1000);
    }
    try {
      return text(proc.resolve("cpuinfo"))
          .lines()
          .filter(line -> line.startsWith("cpu MHz"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1).strip()))
          .average();
    } catch (UncheckedIOException e) {
      return OptionalDouble.empty();
    }
  }

  /** Of the hottest sensor. */
  OptionalDouble celsius() {
    return numbers(sys.resolve("class/thermal"), "thermal_zone*", "temp").stream()
        .mapToDouble(milli -> milli / 1000)
        .max();
  }

  /** Times that cores were slowed down because of heat, since the machine's start. */
  OptionalLong throttled() {
    List<Double> counts = numbers("cpu[0-9]*", "thermal_throttle/core_throttle_count");
    return counts.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(counts.stream().mapToLong(Double::longValue).sum());
  }

  private List<Double> numbers(String folders, String file) {
    return numbers(sys.resolve("devices/system/cpu"), folders, file);
  }

  private static List<Double> numbers(Path base, String folders, String file) {
    List<Double> numbers = new ArrayList<>();
    if (!Files.isDirectory(base)) {
      return numbers;
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(base, folders)) {
      for (Path folder : found) {
        if (Files.isReadable(folder.resolve(file))) {
          numbers.add(Double.parseDouble(text(folder.resolve(file)).strip()));
        }
      }
    } catch (IOException | UncheckedIOException | NumberFormatException e) {
      // A sensor that is there and does not answer: as good as none.
      return List.of();
    }
    return numbers;
  }

  /** Read as a stream: such files say that they are empty. */
  private static String text(Path file) {
    try {
      return String.join("\n", Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
