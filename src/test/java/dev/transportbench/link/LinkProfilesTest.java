package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Impairment.JitterDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LinkProfilesTest {
  private static final String HEAD = "description: d\nsource: s\n";
  private static final String DURATIONS =
      "; allowed: a number and a unit (ns, us, ms, s), from 0ms to 60s, as 15ms";
  private static final String PERCENTAGES = "; allowed: a percentage from 0% to 100%, as 0.5%";

  @Test
  void listsWhatTheJarCarries() {
    assertThat(LinkProfiles.names())
        .isSorted()
        .contains("clean", "open", "cellular-firefly", "wan-50ms", "lossy-1pct");
  }

  @Test
  void everyProfileOfOursIsWellFormed() {
    for (String name : LinkProfiles.names()) {
      assertThat(LinkProfiles.load(name).name()).isEqualTo(name);
    }
  }

  @Test
  void theFirefly() {
    Impairment eachWay = new Impairment(15_000_000, 2_500_000, JitterDistribution.NORMAL, 0.005);
    LinkProfile profile = LinkProfiles.load("cellular-firefly");
    assertThat(profile.up()).isEqualTo(eachWay);
    assertThat(profile.down()).isEqualTo(eachWay);
    assertThat(profile.emulated()).isTrue();
  }

  @Test
  void cleanTakesNoEmulatorAndOpenDoes() {
    assertThat(LinkProfiles.load("clean").emulated()).isFalse();
    assertThat(LinkProfiles.load("open").emulated()).isTrue();
    assertThat(LinkProfiles.load("open").up()).isEqualTo(Impairment.NONE);
  }

  @Test
  void aRoundTripIsSplitInHalf() {
    LinkProfile profile = LinkProfiles.load("wan-50ms");
    assertThat(profile.up().owdNanos()).isEqualTo(25_000_000);
    assertThat(profile.down().owdNanos()).isEqualTo(25_000_000);
  }

  @Test
  void directionsAreTheirOwn() {
    LinkProfile profile =
        read(
            HEAD
                + "up: {owd: 250us, loss: 2%}\ndown: {owd: 1.5s, jitter: 3ms, distribution: uniform}\n");
    assertThat(profile.up()).isEqualTo(new Impairment(250_000, 0, JitterDistribution.NORMAL, 0.02));
    assertThat(profile.down())
        .isEqualTo(new Impairment(1_500_000_000, 3_000_000, JitterDistribution.UNIFORM, 0));
  }

  @Test
  void aPathIsReadFromTheFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, HEAD + "rtt: 8ms\n");
    LinkProfile profile = LinkProfiles.load(file.toString());
    assertThat(profile.name()).isEqualTo(file.toString());
    assertThat(profile.down().owdNanos()).isEqualTo(4_000_000);
  }

  @Test
  void anUnknownNameListsTheKnownOnes() {
    assertThatThrownBy(() -> LinkProfiles.load("celular"))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "link profile: 'celular' is not one of ours; allowed: "
                + String.join(", ", LinkProfiles.names())
                + ", or a path to a .yaml file");
  }

  @Test
  void aMissingFileSaysSo() {
    assertThatThrownBy(() -> LinkProfiles.load("./none.yaml"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("link profile: './none.yaml' does not exist; allowed: ");
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("malformed")
  void refusesInOneLine(String text, String message) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(BadInputException.class).hasMessage(message);
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        refusal(
            HEAD + "latency: 5ms\n",
            "p.yaml:3: latency: '5ms' is an unknown field; "
                + "allowed: both, description, down, emulated, rtt, source, up"),
        refusal(
            HEAD + "up:\n  delay: 5ms\n",
            "p.yaml:4: up.delay: '5ms' is an unknown field; "
                + "allowed: distribution, jitter, loss, owd"),
        refusal(HEAD + "up: {owd: 15}\n", "p.yaml:3: up.owd: '15' has no unit" + DURATIONS),
        refusal(
            HEAD + "up: {owd: 15min}\n",
            "p.yaml:3: up.owd: '15min' has the wrong unit" + DURATIONS),
        refusal(HEAD + "up: {owd: 5%}\n", "p.yaml:3: up.owd: '5%' has the wrong unit" + DURATIONS),
        refusal(
            HEAD + "up: {owd: soon}\n",
            "p.yaml:3: up.owd: 'soon' is not a number with a unit" + DURATIONS),
        refusal(HEAD + "up: {owd: -1ms}\n", "p.yaml:3: up.owd: '-1ms' is out of range" + DURATIONS),
        refusal(HEAD + "up: {owd: 61s}\n", "p.yaml:3: up.owd: '61s' is out of range" + DURATIONS),
        refusal(
            HEAD + "up: {owd: 0.5ns}\n",
            "p.yaml:3: up.owd: '0.5ns' is finer than a nanosecond" + DURATIONS),
        refusal(
            HEAD + "down:\n  loss: 1ms\n",
            "p.yaml:4: down.loss: '1ms' has the wrong unit" + PERCENTAGES),
        refusal(
            HEAD + "down: {loss: 0.01}\n", "p.yaml:3: down.loss: '0.01' has no unit" + PERCENTAGES),
        refusal(
            HEAD + "down: {loss: 101%}\n",
            "p.yaml:3: down.loss: '101%' is out of range" + PERCENTAGES),
        refusal(
            HEAD + "both: {jitter: 2ms}\n",
            "p.yaml:3: both.jitter: '2ms' has no distribution beside it; "
                + "allowed: distribution: one of normal, uniform"),
        refusal(
            HEAD + "both: {distribution: normal}\n",
            "p.yaml:3: both.distribution: 'normal' has no jitter beside it; "
                + "allowed: jitter: a duration, as 2.5ms"),
        refusal(
            HEAD + "both: {jitter: 2ms, distribution: pareto}\n",
            "p.yaml:3: both.distribution: 'pareto' is not a known distribution; "
                + "allowed: normal, uniform"),
        refusal(
            HEAD + "both: {owd: 1ms}\nup: {loss: 1%}\n",
            "p.yaml:4: up: '{…}' stands beside both; allowed: both alone, or up and down"),
        refusal(
            HEAD + "rtt: 50ms\nboth: {owd: 1ms}\n",
            "p.yaml:4: both.owd: '1ms' stands beside rtt; "
                + "allowed: rtt, or owd in each direction"),
        refusal(
            HEAD + "emulated: false\nrtt: 50ms\n",
            "p.yaml:3: emulated: 'false' contradicts the impairments, which take an emulator; "
                + "allowed: true, or no such field"),
        refusal(
            HEAD + "emulated: yes\n",
            "p.yaml:3: emulated: 'yes' is not a truth value; allowed: true, false"),
        refusal(
            "source: s\n",
            "p.yaml:1: (file): '{…}' has no description; allowed: description: text"),
        refusal("description: d\n", "p.yaml:1: (file): '{…}' has no source; allowed: source: text"),
        refusal(
            HEAD + "up: 5ms\n", "p.yaml:3: up: '5ms' is not a mapping; allowed: fields and values"),
        refusal(
            HEAD + "up: {owd: [1ms]}\n",
            "p.yaml:3: up.owd: '[…]' is not a single value; allowed: text"),
        refusal(
            HEAD + "rtt: 5ms\nrtt: 6ms\n",
            "p.yaml:4: rtt: '6ms' is given twice; allowed: each field once"),
        refusal("", "p.yaml:1: the file is empty; allowed: fields and values"));
  }

  private static Arguments refusal(String text, String message) {
    return Arguments.of(text, message);
  }

  private static LinkProfile read(String text) {
    return ProfileReader.read("p", "p.yaml", text);
  }
}
