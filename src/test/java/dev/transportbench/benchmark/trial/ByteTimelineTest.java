package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteTimelineTest {
  private static final long START = 5_000_000_000L;

  @Test
  void countsByTenthsOfASecond() {
    ByteTimeline timeline = new ByteTimeline();
    timeline.start(START);
    timeline.add(START, 1);
    timeline.add(START + 99_999_999, 2);
    timeline.add(START + 100_000_000, 4);
    timeline.add(START + 350_000_000, 8);
    assertThat(timeline.bytes()).containsExactly(3, 4, 0, 8);
    assertThat(timeline.bytes(0, 2)).isEqualTo(7);
    assertThat(timeline.bytes(2, 100)).isEqualTo(8);
  }

  @Test
  void growsAndStartsAnew() {
    ByteTimeline timeline = new ByteTimeline();
    timeline.start(START);
    timeline.add(START + 60_000_000_000L, 1);
    assertThat(timeline.length()).isEqualTo(601);
    timeline.start(START);
    assertThat(timeline.bytes()).isEmpty();
    timeline.add(START + 1, 7);
    assertThat(timeline.bytes()).containsExactly(7);
  }
}
