package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Without root, in a user namespace. There is no real-time priority in one, and loopback is down in
 * the network namespace that comes with it.
 */
class RootlessIT {
  private static final Path LAUNCHERS = Path.of("netem").toAbsolutePath();
  private static final String[] CELL = {
    "UnaryRpcBenchmark",
    "-p",
    "transport=tcp",
    "-p",
    "concurrency=1",
    "-p",
    "impairment=cellular-firefly",
    "-f",
    "1",
    "-wi",
    "0",
    "-i",
    "1",
    "-r",
    "500ms",
    "-foe",
    "true"
  };

  /**
   * Runs a command as nobody. In a mount namespace of its own, in which the device is as it is on
   * most machines: open to everyone.
   */
  private static final String AS_NOBODY =
      "mount -t tmpfs none /dev/net && mknod -m 666 /dev/net/tun c 10 200"
          + " && exec setpriv --reuid 65534 --regid 65534 --clear-groups \"$@\"";

  @TempDir private Path folder;

  private record Ended(int status, String out, String err) {}

  @BeforeAll
  static void needsUserNamespaces() throws Exception {
    for (String[] probe :
        new String[][] {
          {"unshare", "-Urn", "true"},
          {"unshare", "-m", "sh", "-c", AS_NOBODY, "sh", "unshare", "-Urn", "true"}
        }) {
      Process process = new ProcessBuilder(probe).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes());
      assumeTrue(
          process.waitFor() == 0,
          () -> "needs root, and user namespaces for nobody: " + said.strip());
    }
  }

  private Ended run(List<String> before, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djmh.ignoreLock=true");
    command.add("-jar");
    command.add(Path.of(System.getProperty("benchmarks.jar")).toAbsolutePath().toString());
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Ended(
        process.exitValue(),
        Files.readString(folder.resolve("out")),
        Files.readString(folder.resolve("err")));
  }

  private static List<String> asNobody(String... more) {
    List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", AS_NOBODY, "sh"));
    command.addAll(List.of(more));
    return command;
  }

  @Test
  void aLinkIsAsAskedForNobodyToo() throws Exception {
    Set<PosixFilePermission> before = Files.getPosixFilePermissions(Path.of("/dev/net/tun"));

    Ended ended =
        run(
            asNobody(LAUNCHERS.resolve("rootless").toString()),
            "link",
            "check",
            "cellular-firefly",
            "--seconds",
            "3");

    assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).contains("emulator at priority normal").endsWith("ok\n");
    assertThat(Files.getPosixFilePermissions(Path.of("/dev/net/tun"))).isEqualTo(before);
  }

  @Test
  void aBenchmarkRunsThoughLoopbackWasDown() throws Exception {
    Ended ended = run(List.of("unshare", "-Urn"), CELL);

    assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).contains("UnaryRpcBenchmark.call:latency");
  }

  @Test
  void onlyTheForksNeedTheUserNamespace() throws Exception {
    List<String> args = new ArrayList<>(List.of(CELL));
    args.addAll(List.of("-jvm", LAUNCHERS.resolve("rootless-java").toString()));

    Ended ended = run(asNobody(), args.toArray(String[]::new));

    assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).contains("UnaryRpcBenchmark.call:latency");
  }

  @Test
  void withoutACoreToSpareADelayIsRefused() throws Exception {
    Ended ended =
        run(List.of("taskset", "-c", "0", "unshare", "-Urn"), "link", "check", "cellular-firefly");

    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith(
            "backend 'tun': the emulator has neither real-time priority nor a core of its own")
        .contains("get it: ")
        .hasLineCount(1);
  }

  @Test
  void theDoctorSaysWhatNobodyLacks() throws Exception {
    List<String> plain =
        List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups");

    String out = run(plain, "doctor").out();

    assertThat(out)
        .contains("not root, without CAP_SYS_ADMIN and CAP_NET_ADMIN; user namespaces are allowed")
        .contains("start java by unshare -Urn java …")
        .contains("SCHED_FIFO");
    if (!Files.readString(Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control"))
        .contains("cubic")) {
      assertThat(out).contains("cubic is there but not allowed to everyone");
    }
  }
}
