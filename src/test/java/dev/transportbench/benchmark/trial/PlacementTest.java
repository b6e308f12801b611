package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.benchmark.CoreChoice;
import dev.transportbench.config.BadInputException;
import java.util.BitSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static BitSet cores(int... numbers) {
    BitSet cores = new BitSet();
    for (int number : numbers) {
      cores.set(number);
    }
    return cores;
  }

  @Test
  void sharedIsTheLastOneForBoth() {
    Placement placement = Placement.of(CoreChoice.SHARED, cores(0, 1, 5));
    assertThat(placement.client()).isEqualTo(cores(5));
    assertThat(placement.server()).isEqualTo(cores(5));
    assertThat(placement.before()).isEqualTo(cores(0, 1, 5));
    assertThat(placement.terms()).isEqualTo(Map.of("client.cores", "{5}", "server.cores", "{5}"));
  }

  @Test
  void apartAreTheLastTwo() {
    Placement placement = Placement.of(CoreChoice.APART, cores(0, 3, 5));
    assertThat(placement.client()).isEqualTo(cores(3));
    assertThat(placement.server()).isEqualTo(cores(5));
  }

  @Test
  void oneCoreIsNotApart() {
    assertThatThrownBy(() -> Placement.of(CoreChoice.APART, cores(2)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "cores: 'apart' needs two cores, this process may use {2}; allowed: any, shared");
    assertThat(Placement.of(CoreChoice.SHARED, cores(2)).server()).isEqualTo(cores(2));
  }

  @Test
  void anywhereConfinesNothing() {
    Placement placement = Placement.onThisMachine(CoreChoice.ANY);
    assertThat(placement.client().isEmpty()).isTrue();
    assertThat(placement.server().isEmpty()).isTrue();
    assertThat(placement.terms()).isEmpty();
  }
}
