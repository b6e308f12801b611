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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "netem:|''|says nothing",
        "netem:delay|delay|is the last word, and takes one more",
        "netem:delay 15|15|is not a value of that kind",
        "netem:delay 15mss|15mss|is not a value of that kind",
        "netem:delay -5ms|-5ms|is not a value of that kind",
        "netem:delay 61s|61s|is too long",
        "netem:delay 15ms distribution normal|normal|has no jitter before it",
        "netem:delay 15ms 2ms distribution gauss|gauss|is not a distribution of netem's",
        "netem:loss 101%|101%|is out of range",
        "netem:loss lots|lots|is not a value of that kind",
        "netem:delay 1ms lose 1%|lose|is not a word of netem's that this takes",
        "netem:reorder 25%|reorder|has no delay to be spared",
        "netem:delay 1ms gap 5|gap|has no reorder beside it",
        "netem:ecn|ecn|has no loss beside it",
        "netem:rate 0|0|is out of range",
        "netem:rate fast|fast|is not a value of that kind",
        "netem:limit none|none|is not a whole number above 0",
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
