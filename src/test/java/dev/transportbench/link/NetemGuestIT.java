package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The netem backend on a real {@code sch_netem}, and beside tun: in a guest, since hosts lack it.
 */
class NetemGuestIT {
  private static final Path RUN = Path.of("netem", "guest", "run.sh").toAbsolutePath();
  private static final int MINUTES = 5;
  private static final int MINUTES_FOR_ALL = 10;
  private static final Path TABLE = Path.of("target", "netem-against-tun.txt");
  private static final String LOOPBACK =
      """
      description: both ends on one loopback device
      source: this test
      topology: loopback
      up: {owd: 15ms, loss: 2%}
      down: {owd: 25ms}
      """;

  @TempDir private Path folder;

  @BeforeAll
  static void needsTheGuest() throws Exception {
    Result check = guest(List.of("--check"));
    assumeTrue(check.status() == 0, () -> check.output().strip().replace("\n", "; "));
  }

  private record Result(int status, String output) {}

  private static Result guest(List<String> arguments) throws Exception {
    return guest(arguments, MINUTES, line -> {});
  }

  /**
   * @param minutes after which the guest is switched off
   * @param seen is given each line as it comes
   */
  private static Result guest(List<String> arguments, int minutes, Consumer<String> seen)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(RUN.toString()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    CompletableFuture<Void> over =
        CompletableFuture.runAsync(
            process::destroy, CompletableFuture.delayedExecutor(minutes, TimeUnit.MINUTES));
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.append(line).append('\n');
        seen.accept(line);
      }
    }
    int status = process.waitFor();
    if (over.isDone()) {
      output.append("(switched off after %d minutes)".formatted(minutes));
    }
    over.cancel(false);
    return new Result(status, output.toString());
  }

  @Test
  void theGuestGivesTheCommandsOutputAndStatus() throws Exception {
    Result result =
        guest(
            List.of(
                "-w",
                folder.toString(),
                "sh",
                "-c",
                "echo \"$1\"; uname -m > \"$2/file\"; touch pom.xml 2>/dev/null && echo writable;"
                    + " exit 7",
                "sh",
                "two  words",
                folder.toString()));
    assertThat(result).isEqualTo(new Result(7, "two  words\n"));
    assertThat(folder.resolve("file")).isNotEmptyFile();
  }

  @Test
  void theScriptsBringALinkUpShowItAndTakeItDown() throws Exception {
    String script =
        """
        set -e
        netem/link-up.sh -u 'delay 15ms' -d 'delay 25ms'
        netem/link-up.sh 2>&1 && exit 9
        ip netns exec tb-client ping -c 5 -i 0.2 10.78.2.2
        netem/link-show.sh
        netem/link-down.sh
        ip netns list
        netem/link-show.sh 2>&1 && exit 9
        netem/link-up.sh -u 'delay soon' && exit 9
        ip netns list
        echo all
        """;
    Result result = guest(List.of("bash", "-c", script));
    assertThat(result.output())
        .contains("up: client 10.78.1.2 in tb-client, server 10.78.2.2 in tb-server")
        .contains("the link is up already; take it down first: netem/link-down.sh")
        .containsPattern("rtt min/avg/max/mdev = 4[0-9]\\.")
        .containsPattern("netem .*delay 15ms")
        .containsPattern("netem .*delay 25ms")
        .contains("no link is up; bring one up: netem/link-up.sh")
        .endsWith("all\n");
    assertThat(result.status()).isZero();
  }

  @Test
  void netemIsAsAskedAndTunLikeIt() throws Exception {
    Path loopback = Files.writeString(folder.resolve("loopback.yaml"), LOOPBACK);
    measureInGuest(
        List.of(
            "netem:delay 15ms",
            "cellular-firefly",
            "netem:delay 5ms loss gemodel 1% 10% 70% 0.1%",
            loopback.toString()),
        List.of(),
        MINUTES);
  }

  @Test
  @Tag("slow")
  void allThatNetemCanExpress() throws Exception {
    List<String> words =
        List.of(
            "netem:delay 15ms 5ms",
            "netem:delay 15ms 2.5ms distribution pareto",
            "netem:delay 15ms 2.5ms distribution paretonormal",
            "netem:delay 15ms 2.5ms distribution experimental",
            "netem:delay 15ms 2.5ms 25% distribution normal",
            "netem:loss 5%",
            "netem:loss 5% 25%",
            "netem:loss state 1% 30% 5% 20% 0.1%",
            "netem:delay 5ms duplicate 3%",
            "netem:delay 5ms corrupt 3%",
            "netem:delay 10ms reorder 25% 50%",
            "netem:delay 10ms reorder 25% gap 5",
            "netem:rate 10mbit delay 20ms",
            "netem:rate 1mbit 20 48 5 limit 50",
            "netem:slot 5ms 10ms",
            "netem:slot distribution normal 10ms 1ms");
    List<String> profiles =
        LinkProfiles.names().stream()
            .map(LinkProfiles::load)
            .filter(p -> p.emulated() && Links.refusal(p, Backend.NETEM).isEmpty())
            .map(LinkProfile::name)
            .toList();
    measureInGuest(words, profiles, MINUTES_FOR_ALL);
  }

  @Test
  @Tag("slow")
  void aProcessKilledAtAnyOfFiftyPointsLeavesNothing() throws Exception {
    killInGuest(50);
  }

  private void killInGuest(int times) throws Exception {
    List<String> command = javaInGuest(NetemGuestKills.class);
    command.add(Integer.toString(times));
    command.add("netem:delay 5ms rate 10mbit");
    Result result = guest(command, MINUTES, System.out::println);
    assertThat(result.output()).contains("nothing left of " + times);
    assertThat(result.status()).as(result.output()).isZero();
  }

  /** A main class of ours in the guest, where compiling is dear; its arguments are to be added. */
  private List<String> javaInGuest(Class<?> main) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "-w",
                folder.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData"));
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add("-cp");
    command.add(
        Path.of("target/benchmarks.jar").toAbsolutePath()
            + ":"
            + Path.of("target/test-classes").toAbsolutePath());
    command.add(main.getName());
    return command;
  }

  /**
   * @param besideTun profiles that are measured by tun too
   * @param alone profiles that are not
   */
  private void measureInGuest(List<String> besideTun, List<String> alone, int minutes)
      throws Exception {
    List<String> profiles = new ArrayList<>(besideTun);
    profiles.addAll(alone);
    Path out = folder.resolve("trials.json");
    List<String> command = javaInGuest(NetemGuestTrials.class);
    command.add(out.toString());
    command.addAll(besideTun);
    command.add(NetemGuestTrials.ALONE);
    command.addAll(alone);
    long start = System.nanoTime();
    Result result = guest(command, minutes, System.out::println);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    assertThat(result.status()).as(result.output()).isZero();

    List<Map<String, Object>> rows =
        new ObjectMapper().readValue(out.toFile(), new TypeReference<>() {});
    String table = table(rows, seconds);
    Files.writeString(TABLE, table);
    assertThat(rows).as(table).isNotEmpty();
    for (String profile : profiles) {
      List<Map<String, Object>> both =
          rows.stream()
              .filter(r -> r.get("profile").equals(profile) && r.get("backend").equals("netem"))
              .toList();
      assertThat(both).as(profile).hasSize(2);
      for (Map<String, Object> row : both) {
        assertAsAsked(row, table);
      }
    }
  }

  private static void assertAsAsked(Map<String, Object> row, String table) {
    String which = row.get("profile") + " " + row.get("direction") + "\n" + table;
    assertThat(NetemGuestTrials.isOff(row)).as(which).isFalse();
    assertThat(row.get("semantics")).isEqualTo("kernel");
    Stream<?> violations = ((List<?>) row.get("violations")).stream();
    // The guest may be stalled while it probes itself.
    assertThat(violations.filter(v -> !v.toString().startsWith("probe before the trial")))
        .as(which)
        .isEmpty();
    Map<?, ?> link = (Map<?, ?>) row.get("link");
    int seen = (int) row.get("sent") + (int) row.get("copies");
    assertThat(link.get("packets")).as(which).isEqualTo(seen);
    // Where netem corrupts, more is lost than it dropped.
    if (link.containsKey("lost") && row.containsKey("lossBounds")) {
      assertThat(link.get("lost")).as(which).isEqualTo(row.get("lost"));
    }
    if ((boolean) row.get("counters")) {
      int bytes = LinkProbe.IP_BYTES * (int) row.get("sent");
      assertThat(link.get("bytes")).as(which).isEqualTo(bytes);
    }
  }

  private static String table(List<Map<String, Object>> rows, long seconds) {
    StringBuilder table = new StringBuilder();
    table.append(
        "netem of Linux 6.1 against tun, both in the guest, %d s; delays in ms, as a JVM there sees them%n"
            .formatted(seconds));
    table.append(
        "%-46s %-4s %-5s %5s %8s %8s %8s %8s %8s %6s %6s %6s %4s%n"
            .formatted(
                "profile", "way", "by", "sent", "asked", "p10", "p50", "p90", "p99", "lost %",
                "copies", "swaps", "try"));
    for (Map<String, Object> row : rows) {
      String profile = row.get("profile").toString();
      table.append(
          "%-46s %-4s %-5s %5s %8s %8s %8s %8s %8s %6s %6s %6s %4s%n"
              .formatted(
                  profile.contains("/") ? Path.of(profile).getFileName() : profile,
                  row.get("direction"),
                  row.get("backend"),
                  row.get("sent"),
                  millis(row, "askedP50Millis"),
                  millis(row, "delayP10Millis"),
                  millis(row, "delayP50Millis"),
                  millis(row, "delayP90Millis"),
                  millis(row, "delayP99Millis"),
                  "%.2f"
                      .formatted(
                          100.0 * (int) row.get("lost") / Math.max(1, (int) row.get("sent"))),
                  row.get("copies"),
                  row.get("outOfOrder"),
                  row.get("attempt")));
    }
    return table.toString();
  }

  private static String millis(Map<String, Object> row, String name) {
    return row.get(name) instanceof Double value ? String.format(Locale.ROOT, "%.3f", value) : "-";
  }
}
