package dev.transportbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What Linux tells about this process and its machine in {@code /proc} and {@code /sys}. */
final class Proc {
  static final int CAP_NET_ADMIN = 12;
  static final int CAP_SYS_ADMIN = 21;
  static final int CAP_SYS_NICE = 23;
  static final int CAP_SYS_RESOURCE = 24;
  static final int CAP_PERFMON = 38;

  private static final long KIBIBYTES_PER_MEBIBYTE = 1024;
  private static final Path PROC = Path.of("/proc");

  private final Path root;

  Proc() {
    this(PROC);
  }

  /** Reads another folder as if it were {@code /proc}. */
  Proc(Path root) {
    this.root = root;
  }

  private Path at(String file) {
    Path path = Path.of(file);
    return path.startsWith(PROC) ? root.resolve(PROC.relativize(path)) : path;
  }

  /** A file's text without white space at its ends; empty when it cannot be read. */
  Optional<String> text(String file) {
    try {
      return Optional.of(String.join("\n", Files.readAllLines(at(file))).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  Optional<Integer> number(String file) {
    return text(file).filter(text -> text.matches("-?\\d{1,9}")).map(Integer::valueOf);
  }

  boolean isRoot() {
    return field("/proc/self/status", "Uid")
        .map(ids -> ids.split("\\s+")[1].equals("0"))
        .orElse(false);
  }

  /** Whether this process has a capability in effect. */
  boolean hasCapability(int bit) {
    return field("/proc/self/status", "CapEff")
        .map(mask -> (Long.parseUnsignedLong(mask, 16) >>> bit & 1) == 1)
        .orElse(false);
  }

  /** Up to how many file descriptors this process may raise its limit; empty when not told. */
  Optional<Long> hardDescriptorLimit() {
    return text("/proc/self/limits").stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith("Max open files"))
        .map(line -> line.split("\\s+")[4])
        .map(hard -> hard.matches("\\d{1,18}") ? Long.parseLong(hard) : Long.MAX_VALUE)
        .findFirst();
  }

  /** A setting that keeps a user without privileges from making namespaces, and the one to make. */
  record Obstacle(String setting, String remedy) {}

  /** What keeps a user without privileges from making user namespaces, as far as settings tell. */
  Optional<Obstacle> userNamespaceObstacle() {
    if (!Files.exists(root.resolve("self/ns/user"))) {
      return Optional.of(
          new Obstacle("the kernel has no user namespaces", "a kernel with CONFIG_USER_NS"));
    }
    if (number("/proc/sys/kernel/unprivileged_userns_clone").orElse(1) == 0) {
      return obstacle("kernel.unprivileged_userns_clone", 0, 1);
    }
    if (number("/proc/sys/user/max_user_namespaces").orElse(1) == 0) {
      return obstacle("user.max_user_namespaces", 0, 10_000);
    }
    // AppArmor lets them be made, and then grants nothing inside.
    if (number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").orElse(0) != 0) {
      return obstacle("kernel.apparmor_restrict_unprivileged_userns", 1, 0);
    }
    return Optional.empty();
  }

  private static Optional<Obstacle> obstacle(String name, int found, int wanted) {
    return Optional.of(
        new Obstacle(
            "%s is %d".formatted(name, found),
            "have an administrator sysctl -w %s=%d".formatted(name, wanted)));
  }

  long memoryMebibytes() {
    return field("/proc/meminfo", "MemTotal")
        .map(text -> Long.parseLong(text.replaceAll("\\D", "")) / KIBIBYTES_PER_MEBIBYTE)
        .orElse(0L);
  }

  /** The highest real-time priority that this process may take; 0 for none. */
  int realtimePriorityLimit() {
    for (String line : lines("/proc/self/limits")) {
      if (line.startsWith("Max realtime priority")) {
        String soft = line.replaceFirst("Max realtime priority\\s+", "").split("\\s+")[0];
        return soft.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(soft);
      }
    }
    return 0;
  }

  private Optional<String> field(String file, String name) {
    return lines(file).stream()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }

  private List<String> lines(String file) {
    try {
      return Files.readAllLines(at(file));
    } catch (IOException e) {
      return List.of();
    }
  }
}
