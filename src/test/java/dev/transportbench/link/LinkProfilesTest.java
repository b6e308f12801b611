package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Impairment.JitterDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  private static final String DIRECTION_FIELDS =
      "allowed: burst, correlation, corrupt, distribution, drop, duplicate, ecn, jitter, limit, loss,"
          + " ordered, outage, owd, queue, rate, redraw, reorder, repeat, slot, steps, table, udp";
  private static final String RATES =
      "; allowed: a number and a unit (bit, kbit, Mbit, Gbit) a second, from 1kbit to 100Gbit, as"
          + " 10Mbit";
  private static final String QUEUES = "; allowed: 25 packets, 64KiB or 1.5 BDP, the like above 0";
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
    Impairment eachWay =
        Impairment.builder()
            .delay(Delay.of(15_000_000, 2_500_000, JitterDistribution.NORMAL))
            .loss(new Loss.Random(0.005, 0, 0))
            .limitPackets(50_000)
            .build();
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
  void aProfileExtendsAnother(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("base.yaml"),
        HEAD + "rtt: 30ms\nmtu: 1400B\nboth: {rate: 10Mbit, queue: 2 BDP, loss: 1%}\n");
    Path file =
        Files.writeString(
            folder.resolve("mine.yaml"),
            HEAD + "extends: base.yaml\nsemantics: kernel\nup: {owd: 5ms, loss: 2%}\n");
    LinkProfile profile = LinkProfiles.load(file.toString());
    assertThat(profile.mtuBytes()).isEqualTo(1400);
    assertThat(profile.semantics()).isEqualTo(Semantics.KERNEL);
    assertThat(profile.up().owdNanos()).isEqualTo(5_000_000);
    assertThat(profile.up().loss()).isEqualTo(new Loss.Random(0.02, 0, 0));
    assertThat(profile.down().owdNanos()).isEqualTo(15_000_000);
    assertThat(profile.down().loss()).isEqualTo(new Loss.Random(0.01, 0, 0));
    // 10 Mbit/s for the 20 ms that both ways take now, twice.
    assertThat(profile.up().queue()).isEqualTo(new QueueLimit(0, 50_000));
  }

  @Test
  void aProfileDoesNotExtendItself(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.yaml"), HEAD + "extends: b.yaml\n");
    Files.writeString(folder.resolve("b.yaml"), HEAD + "extends: a.yaml\n");
    assertThatThrownBy(() -> LinkProfiles.load(file.toString()))
        .hasMessage(
            folder.resolve("b.yaml")
                + ":3: extends: 'a.yaml' extends itself; allowed: a profile that does not lead back"
                + " here");
  }

  @Test
  void everyKindOfField() {
    LinkProfile profile =
        read(
            HEAD
                + "up:\n"
                + "  owd: 10ms\n  jitter: 2ms\n  distribution: pareto\n  correlation: 25%\n"
                + "  ordered: true\n  redraw: 5ms\n"
                + "  loss: {gemodel: {p: 1%, r: 10%, 1-h: 70%, 1-k: 0.1%}}\n"
                + "  drop: [7, 8]\n  burst: {packets: 3, every: 100}\n"
                + "  outage: {up: 5s, down: 2s}\n  udp: blocked\n"
                + "  duplicate: 1%\n  corrupt: {probability: 2%, correlation: 10%}\n"
                + "  reorder: {probability: 25%, correlation: 50%, gap: 5}\n"
                + "  rate: {bits: 1.6Mbit, overhead: 20B}\n  queue: 64KiB\n"
                + "  limit: 1000 packets\n  slot: {min: 1ms, max: 2ms, packets: 8}\n"
                + "  ecn: true\n  repeat: 15s\n"
                + "  steps:\n    - {at: 14s, owd: 30ms, loss: 1%}\n");
    Impairment.Builder first =
        Impairment.builder()
            .delay(
                new Delay(
                    10_000_000, 2_000_000, JitterDistribution.PARETO, "", 0.25, true, 5_000_000))
            .loss(new Loss.GilbertElliott(0.01, 0.1, 0.7, 0.001))
            .drops(new Drops(List.of(7L, 8L), 3, 100, 5_000_000_000L, 2_000_000_000L, true))
            .duplicate(new Chance(0.01, 0))
            .corrupt(new Chance(0.02, 0.1))
            .reorder(new Reorder(new Chance(0.25, 0.5), 5))
            .rate(new Rate(1_600_000, 20, 0, 0, false, ""))
            .queue(new QueueLimit(0, 65_536))
            .limitPackets(1000)
            .slot(Slot.ofRange(1_000_000, 2_000_000, 8, 0))
            .ecn(true);
    assertThat(profile.up().steps().repeatNanos()).isEqualTo(15_000_000_000L);
    Impairment step = profile.up().steps().steps().get(0).impairment();
    assertThat(step.owdNanos()).isEqualTo(30_000_000);
    assertThat(step.loss()).isEqualTo(new Loss.Random(0.01, 0, 0));
    assertThat(step.queue()).isEqualTo(new QueueLimit(0, 65_536));
    assertThat(profile.up()).isEqualTo(first.steps(profile.up().steps()).build());
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
                + ", a path to a .yaml file, or netem: and netem's words");
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
                + "allowed: both, description, down, emulated, extends, mtu, rtt, semantics, source, topology, up"),
        refusal(
            HEAD + "up:\n  delay: 5ms\n",
            "p.yaml:4: up.delay: '5ms' is an unknown field; " + DIRECTION_FIELDS),
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
                + "allowed: distribution: one of experimental, normal, pareto, paretonormal, uniform;"
                + " or table: a path"),
        refusal(
            HEAD + "both: {distribution: normal}\n",
            "p.yaml:3: both.distribution: 'normal' has no jitter beside it; "
                + "allowed: jitter: a duration, as 2.5ms"),
        refusal(
            HEAD + "both: {jitter: 2ms, distribution: cauchy}\n",
            "p.yaml:3: both.distribution: 'cauchy' is not a known distribution; "
                + "allowed: experimental, normal, pareto, paretonormal, uniform"),
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
        refusal(HEAD + "up: {rate: 10}\n", "p.yaml:3: up.rate: '10' has no unit" + RATES),
        refusal(
            HEAD + "up: {rate: 10mbit}\n",
            "p.yaml:3: up.rate: '10mbit' has the wrong unit" + RATES),
        refusal(HEAD + "up: {rate: 1bit}\n", "p.yaml:3: up.rate: '1bit' is out of range" + RATES),
        refusal(
            HEAD + "up: {queue: 25 packets}\n",
            "p.yaml:3: up.queue: '25 packets' has no rate to wait for; allowed: rate beside it; limit bounds packets under way"),
        refusal(
            HEAD + "up: {rate: 1Mbit, queue: 25}\n",
            "p.yaml:3: up.queue: '25' has no unit" + QUEUES),
        refusal(
            HEAD + "up: {rate: 1Mbit, queue: 0 packets}\n",
            "p.yaml:3: up.queue: '0 packets' is out of range; allowed: from 1 packets to 1000000 packets, as 25 packets"),
        refusal(
            HEAD + "up: {rate: 1Mbit, queue: 1.5 BDP}\n",
            "p.yaml:3: up.queue: '1.5 BDP' has no rate and delay to be multiplied with; allowed: a rate and a delay beside it"),
        refusal(
            HEAD + "up: {rate: {overhead: 4B}}\n",
            "p.yaml:3: up.rate: '{…}' has not exactly one of bits and trace; allowed: bits: as 10Mbit, or trace: a path"),
        refusal(
            HEAD + "up: {rate: {bits: 1Mbit, trace: a}}\n",
            "p.yaml:3: up.rate: '{…}' has not exactly one of bits and trace; allowed: bits: as 10Mbit, or trace: a path"),
        refusal(
            HEAD + "up: {limit: 0 packets}\n",
            "p.yaml:3: up.limit: '0 packets' is out of range; allowed: from 1 packets to 1000000 packets, as 25 packets"),
        refusal(
            HEAD + "up: {loss: {}}\n",
            "p.yaml:3: up.loss: '{…}' has not exactly one model; allowed: random, gemodel or state"),
        refusal(
            HEAD + "up: {loss: {random: 1%, gemodel: {p: 1%}}}\n",
            "p.yaml:3: up.loss: '{…}' has not exactly one model; allowed: random, gemodel or state"),
        refusal(
            HEAD + "up: {loss: {gemodel: {r: 1%}}}\n",
            "p.yaml:3: up.loss.gemodel: '{…}' has no p; allowed: p: a percentage, as 1%"),
        refusal(
            HEAD + "up: {loss: {state: {p13: 1%, p41: 1%}}}\n",
            "p.yaml:3: up.loss.state.p41: '1%' is an unknown field; allowed: p13, p14, p23, p31, p32"),
        refusal(
            HEAD + "up: {loss: {random: 1%, maxBurst: 0}}\n",
            "p.yaml:3: up.loss.maxBurst: '0' is out of range; allowed: a whole number from 1 to 1000000000"),
        refusal(
            HEAD + "up: {drop: 7}\n", "p.yaml:3: up.drop: '7' is not a list; allowed: [a, b, …]"),
        refusal(
            HEAD + "up: {drop: [0]}\n",
            "p.yaml:3: up.drop[0]: '0' is out of range; allowed: a whole number from 1 to 1000000000"),
        refusal(
            HEAD + "up: {burst: {packets: 3}}\n",
            "p.yaml:3: up.burst: '{…}' has not both packets and every; allowed: as {packets: 3, every: 1000}"),
        refusal(
            HEAD + "up: {burst: {packets: 3, every: 2}}\n",
            "p.yaml:3: up.burst.every: '2' is out of range; allowed: a whole number from 3 to 1000000000"),
        refusal(
            HEAD + "up: {outage: {up: 5s}}\n",
            "p.yaml:3: up.outage: '{…}' has not both up and down; allowed: as {up: 5s, down: 2s}"),
        refusal(
            HEAD + "up: {udp: dropped}\n",
            "p.yaml:3: up.udp: 'dropped' is neither; allowed: blocked, passes"),
        refusal(
            HEAD + "up: {duplicate: {correlation: 1%}}\n",
            "p.yaml:3: up.duplicate: '{…}' has no probability; allowed: probability: a percentage, as 1%"),
        refusal(
            HEAD + "up: {corrupt: often}\n",
            "p.yaml:3: up.corrupt: 'often' is not a number with a unit" + PERCENTAGES),
        refusal(
            HEAD + "up: {reorder: 25%}\n",
            "p.yaml:3: up.reorder: '25%' has no delay to be spared; allowed: owd or rtt beside it"),
        refusal(
            HEAD + "up: {owd: 1ms, reorder: {probability: 25%, gap: 0}}\n",
            "p.yaml:3: up.reorder.gap: '0' is out of range; allowed: a whole number from 1 to 1000000"),
        refusal(
            HEAD + "up: {slot: {min: 2ms, max: 1ms}}\n",
            "p.yaml:3: up.slot: '{…}' has no max above its min; allowed: min up to max, as {min: 5ms, max: 10ms}"),
        refusal(
            HEAD + "up: {slot: {packets: 5}}\n",
            "p.yaml:3: up.slot: '{…}' has neither min nor delay and jitter; allowed: min and max; or delay and jitter"),
        refusal(
            HEAD + "up: {ecn: true}\n",
            "p.yaml:3: up.ecn: 'true' has no loss beside it; allowed: loss: what is to be marked instead"),
        refusal(
            HEAD + "up: {correlation: 25%}\n",
            "p.yaml:3: up.correlation: '25%' has no jitter beside it; allowed: jitter: a duration, as 2.5ms"),
        refusal(
            HEAD + "up: {repeat: 5s}\n",
            "p.yaml:3: up.repeat: '5s' has no steps beside it; allowed: steps: a list"),
        refusal(
            HEAD + "up: {steps: [{owd: 1ms}]}\n",
            "p.yaml:3: up.steps[0]: '{…}' has no at; allowed: at: a duration, as 15s"),
        refusal(
            HEAD + "up: {steps: [{at: 2s}, {at: 1s}]}\n",
            "p.yaml:3: up.steps[1].at: '1s' is not after the step before; allowed: steps by time"),
        refusal(
            HEAD + "up: {repeat: 1s, steps: [{at: 2s}]}\n",
            "p.yaml:3: up.repeat: '1s' is not after the last step; allowed: a duration above that step's at"),
        refusal(
            HEAD + "semantics: real\n",
            "p.yaml:3: semantics: 'real' is not a known semantics; allowed: documented, kernel"),
        refusal(
            HEAD + "mtu: 9000B\n",
            "p.yaml:3: mtu: '9000B' is out of range; allowed: from 576B to 1500B"),
        refusal(
            HEAD + "topology: ring\n",
            "p.yaml:3: topology: 'ring' is not a known topology; allowed: separate, loopback"),
        refusal(
            HEAD + "topology: loopback\n",
            "p.yaml:3: topology: 'loopback' takes an emulator; allowed: beside emulated: true, or beside impairments"),
        refusal("", "p.yaml:1: the file is empty; allowed: fields and values"));
  }

  private static Arguments refusal(String text, String message) {
    return Arguments.of(text, message);
  }

  private static LinkProfile read(String text) {
    return ProfileReader.read("p", "p.yaml", text, LinkProfiles::parent);
  }
}
