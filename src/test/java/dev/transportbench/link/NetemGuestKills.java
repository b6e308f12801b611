package dev.transportbench.link;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * In a guest whose kernel has netem: processes with a link on it are killed at random points of its
 * opening and its life, and must leave nothing. Arguments: how many times, and a profile.
 */
public final class NetemGuestKills {
  private static final int PROBES = 50;
  private static final long MILLISECOND = 1_000_000;

  private NetemGuestKills() {}

  public static void main(String[] args) throws Exception {
    int times = Integer.parseInt(args[0]);
    String profile = args[1];
    Set<String> before = namespaces();
    long openMillis = openMillis(profile);
    requireAsBefore(before, "a link that was up");
    Random random = new Random(1);
    int whileOpening = 0;
    for (int i = 0; i < times; i++) {
      // As often before it is up as after.
      long millis = random.nextLong(2 * openMillis);
      whileOpening += kill(profile, millis) ? 1 : 0;
      requireAsBefore(before, "kill %d, %d ms after the start".formatted(i + 1, millis));
      System.out.printf("%d of %d killed, this one after %d ms%n", i + 1, times, millis);
    }
    requireWorks(profile);
    System.out.printf("nothing left of %d, %d of them killed while opening%n", times, whileOpening);
  }

  /** How long a link takes to be up. */
  private static long openMillis(String profile) throws Exception {
    Process process = ChildJvm.of(HoldNetemLink.class, profile).redirectErrorStream(true).start();
    try (BufferedReader out = reader(process)) {
      expect("opening", out.readLine());
      long start = System.nanoTime();
      expect("up", out.readLine());
      return (System.nanoTime() - start) / MILLISECOND;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Whether it was not up yet. */
  private static boolean kill(String profile, long afterMillis) throws Exception {
    Process process = ChildJvm.of(HoldNetemLink.class, profile).redirectErrorStream(true).start();
    try (BufferedReader out = reader(process)) {
      expect("opening", out.readLine());
      Thread.sleep(afterMillis);
      List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
      // By its handle: the process itself would close what is still to be read.
      process.toHandle().destroyForcibly();
      process.waitFor();
      if (!ChildJvm.soon(() -> all.stream().noneMatch(ProcessHandle::isAlive))) {
        throw new IllegalStateException("still alive: " + all);
      }
      String line = out.readLine();
      if (line != null) {
        expect("up", line);
      }
      return line == null;
    } finally {
      process.destroyForcibly();
    }
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static void expect(String expected, String line) {
    if (!expected.equals(line)) {
      throw new IllegalStateException("expected '%s', not: %s".formatted(expected, line));
    }
  }

  /** The network namespaces of all processes. */
  private static Set<String> namespaces() {
    Set<String> all = new TreeSet<>();
    ProcessHandle.allProcesses().forEach(p -> all.addAll(ChildJvm.namespacesOf(p.pid())));
    return all;
  }

  private static void requireAsBefore(Set<String> before, String what) throws Exception {
    if (!ChildJvm.soon(() -> namespaces().equals(before))) {
      throw new IllegalStateException(
          "%s left namespaces: %s, before %s".formatted(what, namespaces(), before));
    }
  }

  /** The next run is as if there had been none before. */
  private static void requireWorks(String name) throws Exception {
    LinkProfile profile = LinkProfiles.load(name).with(Semantics.KERNEL);
    try (Link link = Links.open(profile, Backend.NETEM, 1)) {
      link.impair();
      Map<Direction, LinkProbe.Heard> heard =
          new LinkProbe(PROBES, 3 * MILLISECOND, 200 * MILLISECOND).run(link);
      for (Direction direction : Direction.values()) {
        if (heard.get(direction).lost() > 0) {
          throw new IllegalStateException(
              direction
                  + ": of %d probes %d were lost".formatted(PROBES, heard.get(direction).lost()));
        }
      }
    }
  }
}
