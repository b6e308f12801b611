package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Links leave nothing behind, whether they are closed or their process is killed. */
class LinkLifecycleIT {
  @Test
  void aHundredVethLinksLeaveNothing() throws Exception {
    openAndClose(Backend.VETH, 100);
  }

  @Test
  void tenTunLinksLeaveNothing() throws Exception {
    openAndClose(Backend.TUN, 10);
  }

  @Test
  @Tag("slow")
  void aThousandVethLinksLeaveNothing() throws Exception {
    openAndClose(Backend.VETH, 1_000);
  }

  @Test
  @Tag("slow")
  void aThousandTunLinksLeaveNothing() throws Exception {
    openAndClose(Backend.TUN, 1_000);
  }

  private static void openAndClose(Backend backend, int times) throws Exception {
    NeedsLink.on(backend);
    open(backend); // Whatever the first one loads is not a leak.
    long self = ProcessHandle.current().pid();
    int descriptors = descriptors();
    int threads = threads();
    Set<String> namespaces = ChildJvm.namespacesOf(self);
    long kibibytes = 0;
    for (int i = 0; i < times; i++) {
      open(backend);
      if (i == times / 10) {
        kibibytes = residentKibibytes(); // What only grows at first is no leak.
      }
    }
    long grown = residentKibibytes() - kibibytes;
    System.out.printf(
        "%d links on %s: descriptors %d to %d, threads %d to %d, %d KiB of memory more%n",
        times, backend.label(), descriptors, descriptors(), threads, threads(), grown);
    // The heap may grow to its bound; what a link would leave would be more than a page.
    assertThat(grown).isLessThan(64 * 1024L + 4L * times);
    // The JVM's own threads and files come and go: a leak would be one a link.
    assertThat(descriptors()).isLessThan(descriptors + 5);
    assertThat(threads()).isLessThan(threads + 5);
    assertThat(ChildJvm.namespacesOf(self)).isEqualTo(namespaces);
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }

  private static void open(Backend backend) throws Exception {
    try (Link link = Links.open(LinkProfiles.load("clean"), backend, 1)) {
      assertThat(Traffic.oneWay(link, End.CLIENT, 3, 100, 0)).hasSize(3);
    }
  }

  private static long residentKibibytes() throws Exception {
    System.gc();
    String status = Files.readString(Path.of("/proc/self/status"));
    Matcher resident = Pattern.compile("VmRSS:\\s+(\\d+) kB").matcher(status);
    assertThat(resident.find()).isTrue();
    return Long.parseLong(resident.group(1));
  }

  private static int descriptors() {
    return ChildJvm.list(Path.of("/proc/self/fd")).size();
  }

  private static int threads() {
    return ChildJvm.list(Path.of("/proc/self/task")).size();
  }

  @Test
  void aKilledProcessLeavesNothing() throws Exception {
    NeedsLink.on(Backend.TUN);
    Process parent = ChildJvm.of(HoldLink.class, "1").start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      assertThat(line).startsWith("up ");
      long emulator = Long.parseLong(line.substring(3));
      Set<String> namespaces = ChildJvm.namespacesOf(parent.pid());
      namespaces.removeAll(ChildJvm.namespacesOf(ProcessHandle.current().pid()));
      assertThat(namespaces).hasSize(2);
      List<ProcessHandle> gone = new ArrayList<>(ChildJvm.holdersOf(namespaces));
      assertThat(gone).extracting(ProcessHandle::pid).contains(parent.pid());
      gone.add(ProcessHandle.of(emulator).orElseThrow());

      parent.destroyForcibly().waitFor();

      // A namespace without a name goes with its last holder.
      assertThat(ChildJvm.soon(() -> noneAlive(gone))).isTrue();
    }
    open(Backend.TUN);
  }

  @Test
  void aProcessKilledAtAnyPointLeavesNothing() throws Exception {
    killAtRandomPoints(5);
  }

  @Test
  @Tag("slow")
  void aProcessKilledAtAnyOfFiftyPointsLeavesNothing() throws Exception {
    killAtRandomPoints(50);
  }

  private static void killAtRandomPoints(int times) throws Exception {
    NeedsLink.on(Backend.TUN);
    Random random = new Random(1);
    for (int i = 0; i < times; i++) {
      Process parent = ChildJvm.of(HoldLink.class, "1").start();
      Thread.sleep(100 + random.nextInt(2000));
      Set<String> namespaces = ChildJvm.namespacesOf(parent.pid());
      namespaces.removeAll(ChildJvm.namespacesOf(ProcessHandle.current().pid()));
      List<ProcessHandle> gone = new ArrayList<>(ChildJvm.holdersOf(namespaces));
      gone.addAll(parent.descendants().toList());

      parent.destroyForcibly().waitFor();

      assertThat(ChildJvm.soon(() -> noneAlive(gone))).isTrue();
    }
    open(Backend.TUN);
  }

  private static boolean noneAlive(List<ProcessHandle> processes) {
    return processes.stream().noneMatch(ProcessHandle::isAlive);
  }
}
