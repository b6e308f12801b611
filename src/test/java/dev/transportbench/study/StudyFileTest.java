package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyFileTest {
  private static final String GOOD =
      """
      question: What does it cost?
      source: somewhere
      benchmarks: [UnaryRpcBenchmark]
      params:
        transport: [tcp, tls]
        concurrency: [1, 32]
      exclude:
        - {transport: tls, concurrency: 32}
      forks: 2
      warmup: {iterations: 1, time: 500ms}
      measurement: {iterations: 3, time: 2s}
      contrasts:
        - {param: transport, base: tcp, head: tls}
      expect: tls costs more
      """;

  @Test
  void readsEveryField() {
    Study study = StudyFile.read("mine", "mine.yaml", GOOD);

    assertThat(study.name()).isEqualTo("mine");
    assertThat(study.question()).isEqualTo("What does it cost?");
    assertThat(study.params().keySet()).containsExactly("transport", "concurrency");
    assertThat(study.params().get("concurrency").values())
        .extracting(Study.Value::text)
        .containsExactly("1", "32");
    assertThat(study.excludes()).hasSize(1);
    assertThat(study.forks()).isEqualTo(2);
    assertThat(study.warmup()).isEqualTo(new Study.Iterations(1, Duration.ofMillis(500)));
    assertThat(study.measurement()).hasToString("3 × 2 s");
    assertThat(study.contrasts().get(0).contrast().head()).isEqualTo("tls");
    assertThat(study.description()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "forks: 2 | forks: two | mine.yaml:9: forks: 'two' is not a whole number; allowed: a whole"
            + " number from 1 to 1000",
        "forks: 2 | forks: 0 | "
            + "mine.yaml:9: forks: '0' is out of range; allowed: a whole number from 1 to 1000",
        "time: 2s | time: 2 | mine.yaml:11: measurement.time: '2' is not a time; "
            + "allowed: a whole number above 0 and its unit: 500ms, 2s, 1m",
        "time: 2s | time: 0s | mine.yaml:11: measurement.time: '0s' is out of range; "
            + "allowed: a whole number above 0 and its unit: 500ms, 2s, 1m",
        "iterations: 3, time | time | mine.yaml:11: measurement: '{…}' lacks the field iterations; "
            + "allowed: iterations, time",
        "[tcp, tls] | [tcp, tcp] | "
            + "mine.yaml:5: params.transport[1]: 'tcp' is listed twice; allowed: each value once",
        "[tcp, tls] | [] | mine.yaml:5: params.transport: '[…]' is empty; allowed: at least one"
            + " value",
        "[tcp, tls] | tcp | mine.yaml:5: params.transport: 'tcp' is not a list; allowed: [a, b, …]",
        "head: tls | head: tcp | mine.yaml:13: contrasts[0].head: 'tcp' is also the base; "
            + "allowed: another value than the base",
        ", head: tls | '' | mine.yaml:13: contrasts[0]: '{…}' is incomplete; "
            + "allowed: param, base and head, each once",
        "expect: | expected: | mine.yaml:14: expected: 'tls costs more' is an unknown field;"
            + " allowed: benchmarks, contrasts, cost, description, exclude, expect, forks,"
            + " measurement, params, profile, published, question, source, warmup",
        "question: What does it cost? | question: | "
            + "mine.yaml:1: question: '' is empty; allowed: text",
      })
  void complainsInOneLine(String from, String to, String message) {
    String text = GOOD.replace(from, to == null ? "" : to);
    assertThat(text).isNotEqualTo(GOOD);

    assertThatThrownBy(() -> StudyFile.read("mine", "mine.yaml", text))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
  }

  @Test
  void readsWhatOthersPublished() {
    String published =
        """
        cost: 12m
        published:
          - {where: {transport: tls}, figure: latency.p99, value: 51230, note: n}
          - {where: {transport: tls}, against: {transport: tcp}, figure: latency.p50, value: -2.5}
          - {where: {transport: tcp, concurrency: 1}, figure: latency.slow.p50}
        """;
    Study study = StudyFile.read("mine", "mine.yaml", GOOD + published);

    assertThat(study.cost()).isEqualTo(Duration.ofMinutes(12));
    assertThat(study.published()).hasSize(3);
    assertThat(study.published().get(0).value()).isEqualTo(51_230);
    assertThat(study.published().get(1).against()).containsEntry("transport", "tcp");
    assertThat(study.published().get(2).value()).isNull();
    complains(published, "figure: latency.p99", "figure: p99", "'p99' is an unknown figure; ");
    complains(published, "51230", "51 ms", "'51 ms' is not a number; allowed: ");
    complains(published, "51230", "NaN", "'NaN' is not a number; allowed: ");
    complains(published, "{transport: tls}, f", "{}, f", "is empty; allowed: ");
    complains(
        published,
        "{transport: tls}, f",
        "{transport: quic}, f",
        "'quic' is none of the study's values; allowed: tcp, tls");
    complains(
        published,
        "{transport: tls}, f",
        "{io: nio}, f",
        "'nio' is for none of the study's parameters; allowed: transport, concurrency");
    complains(published, ", figure: latency.slow.p50", "", "lacks the field figure; allowed: ");
  }

  private static void complains(String published, String from, String to, String message) {
    assertThat(published).contains(from);
    assertThatThrownBy(
            () -> StudyFile.read("mine", "mine.yaml", GOOD + published.replace(from, to)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void readsWhatIsToBeProfiled() {
    assertThat(StudyFile.read("mine", "mine.yaml", GOOD).profile()).isEqualTo(Profiling.NONE);
    assertThat(StudyFile.read("mine", "mine.yaml", GOOD + "profile: flame\n").profile())
        .isEqualTo(Profiling.FLAME);
    assertThatThrownBy(() -> StudyFile.read("mine", "mine.yaml", GOOD + "profile: heap\n"))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("profile: 'heap' is unknown; allowed: none, layers, flame");
  }

  @Test
  void namesTheFieldThatIsMissing() {
    assertThatThrownBy(() -> StudyFile.read("mine", "mine.yaml", GOOD.replace("forks: 2\n", "")))
        .hasMessage(
            "mine.yaml:1: (file): '{…}' lacks the field forks; "
                + "allowed: question, benchmarks, forks and measurement at least");
  }

  @Test
  void theStudiesInTheJarAreReadable() {
    assertThat(Studies.names()).contains("quick", "smoke");
    assertThat(Studies.names()).allSatisfy(name -> assertThat(Studies.load(name)).isNotNull());
  }

  @Test
  void anUnknownNameListsTheKnownOnes() {
    assertThatThrownBy(() -> Studies.load("quik"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("study: 'quik' is unknown; allowed: ")
        .hasMessageContaining("knee, page, profilers, quic-tls, quick, ");
  }
}
