package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What an older or a younger jar lacks is one line. */
class ArmCheckTest {
  private final FakeInventory inventory = new FakeInventory();
  private final Set<String> params =
      new TreeSet<>(Set.of("transport", "payloadBytes", "concurrency", "impairment", "backend"));
  private final Set<String> transports = new TreeSet<>(inventory.transports.keySet());
  private String impairment = "clean";
  private String profile = "one: text";
  private int protocol = ArmJar.TAKES_EMULATOR;
  private String jmh = org.openjdk.jmh.util.Version.getPlainVersion();

  private ArmJar jar(String arm) {
    return new ArmJar(
        arm,
        Path.of(arm + ".jar"),
        new Build("1", "c0ffee", false, arm),
        jmh,
        Map.of(FakeInventory.UNARY, params),
        transports,
        Map.of("lossy", profile),
        protocol);
  }

  private ArmJar good() {
    return new ArmJar(
        "base",
        Path.of("base.jar"),
        new Build("1", "c0ffee", false, "base"),
        org.openjdk.jmh.util.Version.getPlainVersion(),
        Map.of(FakeInventory.UNARY, inventory.benchmarks().get(FakeInventory.UNARY).keySet()),
        inventory.transports.keySet(),
        Map.of("lossy", "one: text"),
        ArmJar.TAKES_EMULATOR);
  }

  private List<String> check() {
    String text =
        "{question: q, benchmarks: [UnaryRpcBenchmark], forks: 2, params: {impairment: [%s]},"
                .formatted(impairment)
            + " measurement: {iterations: 2, time: 1s}}";
    Plan plan = new Planner(inventory).plan(StudyFile.read("mine", "mine.yaml", text), 1);
    return new ArmCheck(plan, inventory).check(good(), jar("head"));
  }

  private void refused(String message) {
    assertThatThrownBy(this::check)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("; allowed: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void likeJarsNeedNoWord() {
    assertThat(check()).isEmpty();
  }

  @Test
  void aTransportThatOneLacks() {
    transports.remove("tcp");
    refused("HEAD: 'head.jar' has no transport tcp");
  }

  @Test
  void aYoungerParameterAtItsDefaultIsNoteworthyOnly() {
    inventory.axes.put("io", "epoll");

    assertThat(check())
        .containsExactly(
            "head has no parameter io, and runs without; the other with epoll, the default");
  }

  @Test
  void aParameterThatTheOrchestratorDoesNotKnow() {
    params.add("colour");
    refused("has parameters of " + FakeInventory.UNARY + " that this jar has not: colour");
  }

  @Test
  void anotherJmh() {
    jmh = "1.21";
    refused("HEAD: 'head.jar' was built with JMH 1.21; allowed: JMH ");
  }

  @Test
  void aLinkThatMeansSomethingElse() {
    impairment = "lossy";
    assertThat(check()).isEmpty();
    profile = "another: text";
    refused("means another link by impairment lossy than base");
  }

  @Test
  void aJarThatWouldBringItsOwnEmulator() {
    protocol = 0;
    assertThat(check()).isEmpty();
    impairment = "lossy";
    refused("is older than the verb ab, and would bring its own emulator for impairment lossy");
  }

  @Test
  void whatIsNoJarOfOurs() {
    assertThatThrownBy(() -> ArmJar.open("base", Path.of("no.jar")))
        .hasMessage(
            "BASE: 'no.jar' does not exist; allowed: a benchmarks.jar that mvn package has built");
    assertThatThrownBy(() -> ArmJar.open("head", Path.of("pom.xml")))
        .hasMessageStartingWith("HEAD: 'pom.xml' is not a jar of transport-bench")
        .hasMessageNotContaining("\n");
  }
}
