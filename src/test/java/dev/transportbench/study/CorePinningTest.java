package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.transportbench.link.linux.Cores;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class CorePinningTest {
  private static BitSet cores(int... cores) {
    BitSet set = new BitSet();
    for (int core : cores) {
      set.set(core);
    }
    return set;
  }

  @Test
  void twoCoresAreAllNeeded() {
    assertThat(CorePinning.of(cores(0, 1)).text())
        .isEqualTo("none: client, server and emulator need the 2 cores that there are; from 4 on");
  }

  @Test
  void fromFourOnTheFirstIsLeftToTheRest() {
    assertThat(CorePinning.of(cores(2, 3, 8, 9)).text())
        .isEqualTo("forks on cores {3, 8, 9}; 2 is left to the rest");
  }

  /** Names cores that this machine need not have: the kernel takes those that it has. */
  @Test
  void aProcessStartedInsideHasTheForksCoresAndTheThreadItsOwnAfterwards() throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "needs Linux");
    BitSet own = Cores.own();
    assumeTrue(own.cardinality() >= 2, "needs two cores");
    int first = own.nextSetBit(0);
    int second = own.nextSetBit(first + 1);
    String before = coresOfAChild();
    String[] inside = new String[1];

    try {
      CorePinning.of(cores(first, second, 1000, 1001)).run(() -> inside[0] = coresOfAChild());
    } finally {
      Cores.confine(own);
    }

    assertThat(inside[0]).isEqualTo(Integer.toString(second));
    assertThat(coresOfAChild()).isEqualTo(before);
  }

  private static String coresOfAChild() throws Exception {
    Process child =
        new ProcessBuilder("grep", "Cpus_allowed_list", "/proc/self/status")
            .redirectErrorStream(true)
            .start();
    String line = new String(child.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    child.waitFor();
    return line.split(":")[1].strip();
  }
}
