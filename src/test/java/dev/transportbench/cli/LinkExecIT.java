package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.transportbench.link.Backend;
import dev.transportbench.link.ChildJvm;
import dev.transportbench.link.LinkSupport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code link exec} as a person runs it: a process of its own. */
class LinkExecIT {
  @TempDir private Path folder;

  @BeforeAll
  static void needsLinks() {
    for (Backend backend : new Backend[] {Backend.VETH, Backend.TUN}) {
      assumeTrue(
          LinkSupport.whyNot(backend).isEmpty(), () -> LinkSupport.whyNot(backend).orElse(""));
    }
  }

  private record Result(int status, String out, String err) {}

  private Result exec(String... arguments) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    int status =
        start(arguments).redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
    return new Result(status, Files.readString(out), Files.readString(err));
  }

  private static ProcessBuilder start(String... arguments) {
    List<String> all = new ArrayList<>(List.of("exec"));
    all.addAll(List.of(arguments));
    return ChildJvm.of(LinkMain.class, all.toArray(String[]::new));
  }

  @Test
  void endsWithTheStatusOfTheClientAndSaysWhatTheLinkDid() throws Exception {
    Result result =
        exec(
            "cellular-firefly",
            "--server",
            "sleep 60",
            "--client",
            "echo $CLIENT_IP $SERVER_IP; echo oops >&2; exit 7");
    assertThat(result.status()).isEqualTo(7);
    assertThat(result.out()).isEqualTo("10.77.0.1 10.77.0.2\n");
    assertThat(result.err())
        .startsWith("oops\nlink cellular-firefly on tun, seed 1\n")
        .contains("up   asked owd 15.0 ms ± 2.5 ms normal, loss 0.5000 %");
  }

  @Test
  void endsTheServerAndWhatTheClientLeft() throws Exception {
    Path pids = folder.resolve("pids");
    Result result =
        exec(
            "clean",
            "--server",
            "trap '' TERM; echo $$ >> " + pids + "; while :; do sleep 60; done",
            "--client",
            "sleep 61 & echo $! >> " + pids);
    assertThat(result.status()).isZero();
    assertThat(Files.readAllLines(pids)).hasSize(2);
    for (String pid : Files.readAllLines(pids)) {
      assertThat(ChildJvm.soon(() -> !ChildJvm.isAlive(Long.parseLong(pid)))).isTrue();
    }
  }

  @Test
  void saysWhenTheServerDoesNotStay() throws Exception {
    Result result = exec("clean", "--server", "exit 3", "--client", "echo never");
    assertThat(result.status()).isEqualTo(125);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith("the server ended with status 3 before the client was started\n");
  }

  @Test
  void refusesBadInputInOneLine() throws Exception {
    String[] commands = {"--server", "true", "--client", "true"};
    assertRefused("link profile: 'nowhere' is not one of ours; ", "nowhere", commands);
    assertRefused(
        "backend: 'veth' has no emulator, which link profile 'cellular-firefly' takes; ",
        "cellular-firefly",
        "--backend",
        "veth",
        "--server",
        "true",
        "--client",
        "true");
    assertRefused(
        "backend: 'dummynet' is not one of ours; ",
        "clean",
        "--backend",
        "dummynet",
        "--server",
        "true",
        "--client",
        "true");
    assertRefused(
        "--seed: 'x' is not a whole number; ",
        "clean",
        "--seed",
        "x",
        "--server",
        "true",
        "--client",
        "true");
  }

  private void assertRefused(String start, String profile, String... more) throws Exception {
    List<String> all = new ArrayList<>(List.of(profile));
    all.addAll(List.of(more));
    Result result = exec(all.toArray(String[]::new));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).startsWith(start).contains("allowed: ").hasLineCount(1);
  }

  @Test
  void pingSeesTheRoundTripAsked() throws Exception {
    assumeTrue(isThere("ping"), "ping is missing; get it: the package iputils-ping");
    Result result =
        exec(
            "cellular-firefly",
            "--server",
            "sleep 60",
            "--client",
            "ping -q -c 200 -i 0.02 $SERVER_IP");
    assertThat(result.status()).isZero();
    Matcher times = Pattern.compile("rtt [^=]*= [0-9.]+/([0-9.]+)/").matcher(result.out());
    assertThat(times.find()).isTrue();
    // The mean of 200 round trips of 30 ± 3.5 ms, ten times its noise.
    assertThat(Double.parseDouble(times.group(1))).isBetween(27.5, 33.0);
  }

  @Test
  void aKilledExecLeavesNoProcess() throws Exception {
    Path pids = folder.resolve("pids");
    String stubborn = "trap '' TERM; echo $$ >> " + pids + "; while :; do sleep 60; done";
    Process exec =
        start("cellular-firefly", "--server", stubborn, "--client", stubborn)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      for (int i = 0; i < 4 && !ChildJvm.soon(() -> lines(pids) == 2); i++) {
        assertThat(exec.isAlive()).isTrue();
      }
      assertThat(lines(pids)).isEqualTo(2);
      ProcessHandle[] all = exec.descendants().toArray(ProcessHandle[]::new);
      assertThat(all).hasSizeGreaterThanOrEqualTo(7);
      exec.destroyForcibly().waitFor();
      for (ProcessHandle process : all) {
        assertThat(ChildJvm.soon(() -> !process.isAlive())).isTrue();
      }
    } finally {
      exec.destroyForcibly();
    }
  }

  @Test
  void aKilledEmulatorEndsItAndIsNamed() throws Exception {
    Path out = folder.resolve("out");
    Process exec =
        start("cellular-firefly", "--server", "sleep 60", "--client", "echo started; sleep 60")
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      for (int i = 0; i < 4 && !ChildJvm.soon(() -> lines(out) == 1); i++) {
        assertThat(exec.isAlive()).isTrue();
      }
      ChildJvm.emulatorOf(exec.toHandle()).destroyForcibly();
      assertThat(exec.waitFor(5, TimeUnit.SECONDS)).isTrue();
      assertThat(exec.exitValue()).isEqualTo(125);
      assertThat(Files.readString(out))
          .isEqualTo("started\nthe link's emulator ended (signal 9): no packet passes any more\n");
    } finally {
      exec.destroyForcibly();
    }
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      return 0;
    }
  }

  private static boolean isThere(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
