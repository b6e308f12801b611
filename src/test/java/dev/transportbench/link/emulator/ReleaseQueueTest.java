package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReleaseQueueTest {
  @Test
  void givesTheFirstDueFirst() {
    ReleaseQueue queue = new ReleaseQueue(4);
    queue.add(0, 30);
    queue.add(1, 10);
    queue.add(2, 20);
    assertThat(queue.firstDueNanos()).isEqualTo(10);
    assertThat(List.of(queue.remove(), queue.remove(), queue.remove())).containsExactly(1, 2, 0);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void keepsTheOrderOfArrivalAmongEquals() {
    ReleaseQueue queue = new ReleaseQueue(100);
    for (int slot = 99; slot >= 0; slot--) {
      queue.add(slot, 5);
    }
    for (int slot = 99; slot >= 0; slot--) {
      assertThat(queue.remove()).isEqualTo(slot);
    }
  }

  @Test
  void agreesWithASort() {
    Random random = new Random(1);
    ReleaseQueue queue = new ReleaseQueue(1000);
    for (int round = 0; round < 20; round++) {
      List<long[]> expected = new ArrayList<>();
      for (int slot = 0; slot < 1000; slot++) {
        long due = random.nextInt(300) - 100;
        expected.add(new long[] {due, slot});
        queue.add(slot, due);
      }
      expected.sort(Comparator.comparingLong(e -> e[0]));
      for (long[] e : expected) {
        assertThat(queue.remove()).isEqualTo((int) e[1]);
      }
    }
  }
}
