package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Impairment.JitterDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetemWordsTest {
  @Test
  void bothDirectionsOrOne() {
    LinkProfile both = LinkProfiles.load("netem:delay 15ms");
    assertThat(both.up().owdNanos()).isEqualTo(15_000_000);
    assertThat(both.down()).isEqualTo(both.up());
    assertThat(both.emulated()).isTrue();
    assertThat(LinkProfiles.load("netem-up:delay 15ms").down()).isEqualTo(Impairment.NONE);
    assertThat(LinkProfiles.load("netem-down:delay 15ms").up()).isEqualTo(Impairment.NONE);
    assertThat(LinkProfiles.load("netem-down:delay 15ms").down()).isEqualTo(both.down());
  }

  @Test
  void everyWord() {
    Impairment all =
        LinkProfiles.load(
                "netem:limit 50 delay 30ms 5ms 25% distribution pareto loss random 1% 20% ecn"
                    + " corrupt 2% duplicate 3% 10% reorder 4% 50% gap 5 rate 10mbit 20 48 5"
                    + " slot 800us 1ms packets 32 bytes 65536")
            .up();
    assertThat(all)
        .isEqualTo(
            Impairment.builder()
                .limitPackets(50)
                .delay(
                    new Delay(30_000_000, 5_000_000, JitterDistribution.PARETO, "", 0.25, false, 0))
                .loss(new Loss.Random(0.01, 0.2, 0))
                .ecn(true)
                .corrupt(new Chance(0.02, 0))
                .duplicate(new Chance(0.03, 0.1))
                .reorder(new Reorder(new Chance(0.04, 0.5), 5))
                .rate(new Rate(10_000_000, 20, 48, 5, false, ""))
                .slot(Slot.ofRange(800_000, 1_000_000, 32, 65_536))
                .build());
    assertThat(Impairment.ofWord(all.toWord())).isEqualTo(all);
  }

  @Test
  void whatIsLeftOutIsAsNetemHasIt() {
    Impairment some = LinkProfiles.load("netem:delay 1s 2ms loss gemodel 1% 10%").up();
    assertThat(some.limitPackets()).isEqualTo(1000);
    assertThat(some.distribution()).isEqualTo(JitterDistribution.UNIFORM);
    assertThat(some.loss()).isEqualTo(new Loss.GilbertElliott(0.01, 0.1, 1, 0));
    assertThat(LinkProfiles.load("netem:loss state 1%").up().loss())
        .isEqualTo(new Loss.FourState(0.01, 0.99, 0, 1, 0));
  }

  /** Each is taken by tc 6.1, as what is beside it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delay 100ms 20ms 25 | delay 100ms 20ms 25%",
        "latency 15MSEC | delay 15ms",
        "delay .5ms | delay 500us",
        "delay 1e2ms | delay 100ms",
        "d 15ms 2ms dist normal | delay 15ms 2ms distribution normal",
        "distribution normal delay 15ms 2ms | delay 15ms 2ms distribution normal",
        "delay 5ms 1ms 10% distribution pareto delay 6ms | delay 6ms 1ms 10% distribution pareto",
        "loss 0.1 20 | loss random 0.1% 20%",
        "drop 1% | loss random 1%",
        "loss 0% loss 1% | loss 1%",
        "lo 1e-1% | loss 0.1%",
        "loss state 1 30 5 20 0.1 | loss state 1% 30% 5% 20% 0.1%",
        "loss gemodel 1 10 70 | loss gemodel 1% 10% 70% 0%",
        "ecn loss 1% | loss 1% ecn",
        "ecn loss gemodel 100 100 0 | loss gemodel 100% 100% 0% 0% ecn",
        "gap 0x5 reorder 25 50 delay 10ms | delay 10ms reorder 25% 50% gap 5",
        "corrupt .1% | corrupt 0.1%",
        "dup 1 20 | duplicate 1% 20%",
        "limit 1.5k | limit 1536",
        "limit 1kb delay 1ms | delay 1ms limit 1024",
        "rate 1MBit -10 | rate 1mbit -10 0 0",
        "rate 1kibps | rate 8192bit",
        "rate 1e6 20 48 5 | rate 1mbit 20 48 5",
        "rate 1gbit 0 53 -5 | rate 1000mbit 0 53 -5",
        "slot 5ms | slot 5ms 5ms",
        "slot 5ms 10ms bytes 64k | slot 5ms 10ms bytes 65536",
        "slot 0 5ms packets 3 bytes 64kb | slot 0us 5ms packets 3 bytes 65536",
        "slot 5ms b 64kbit p 3 | slot 5ms packets 3 bytes 8192",
        "slot distribution normal 10ms 1ms bytes 1m | slot distribution normal 10ms 1ms bytes 1048576",
        "slot 0 delay 1ms | delay 1ms",
        "reorder 0% delay 1ms | delay 1ms",
        "reorder 5% gap 0 delay 1ms | delay 1ms reorder 5%"
      })
  void asTcTakesThem(String words, String plainly) {
    assertThat(LinkProfiles.load("netem:" + words).up())
        .isEqualTo(LinkProfiles.load("netem:" + plainly).up());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "netem:|''|says nothing",
        "netem:delay|delay|is the last word, and takes one more",
        "netem:delay 15|15|is not a value of that kind",
        "netem:delay 15mss|15mss|is not a value of that kind",
        "netem:delay -5ms|-5ms|is not a value of that kind",
        "netem:delay 61s|61s|is out of range",
        "netem:delay 15ms distribution normal|normal|has no jitter beside it",
        "netem:distribution normal|normal|has no jitter beside it",
        "netem:loss 1% loss 2%|loss|is there twice",
        "netem:loss rand 1%|rand|is not a value of that kind",
        "netem:loss gemodel 1% 10% 70% 0.1% 5%|5%|is not a word of netem's that this takes",
        "netem:delay 5ms 1ms 10% 3|3|is not a word of netem's that this takes",
        "netem:rate 1m|1m|is not a value of that kind",
        "netem:rate 10%|10%|is not a value of that kind",
        "netem:slot 1ms bytes 64q|64q|is not a value of that kind",
        "netem:slot 1ms packets -1|-1|is out of range",
        "netem:slot distribution normal 10ms 0ms|0ms|is no spread",
        "netem:slot distribution normal 10ms|normal|is the last word, and takes one more",
        "netem:delay 1e999ms|1e999ms|is not a value of that kind",
        "netem:rate 1e99gbit|1e99gbit|is not a value of that kind",
        "netem:delay 15ms 2ms distribution gauss|gauss|is not a distribution of netem's",
        "netem:loss 101%|101%|is out of range",
        "netem:loss lots|lots|is not a value of that kind",
        "netem:delay 1ms lose 1%|lose|is not a word of netem's that this takes",
        "netem:reorder 25%|reorder|has no delay to be spared",
        "netem:delay 1ms gap 5|gap|has no reorder beside it",
        "netem:ecn|ecn|has no loss beside it",
        "netem:rate 0|0|is out of range",
        "netem:rate fast|fast|is not a value of that kind",
        "netem:limit none|none|is not a value of that kind",
        "netem:limit 0|0|is out of range",
        "netem:slot 2ms 1ms|2ms|has no longest wait above the shortest",
        "netem:seed 7|seed|is not a word of netem's that this takes"
      })
  void refusesInOneLine(String words, String word, String problem) {
    assertThatThrownBy(() -> LinkProfiles.load(words))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(
            "link profile '%s': '%s' %s; allowed: ".formatted(words, word, problem));
  }
}
