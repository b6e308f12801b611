package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Backend;
import dev.transportbench.rpc.Trait;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every study that the jar carries, planned: on this machine, and on one that can do all. */
class ShippedStudiesTest {
  private static final Planner HERE = new Planner(new LiveInventory());
  private static final Planner ABLE = new Planner(new AbleInventory());

  static List<String> names() {
    return Studies.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void canBePlannedHere(String name) {
    Plan plan = HERE.plan(Studies.load(name), 1);

    assertThat(PlanText.lines(plan, true)).isNotEmpty();
    assertThat(plan.order()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void saysWhatItAsksWhereFromWhatItTakesAndWhatItExpects(String name) {
    Study study = Studies.load(name);

    assertThat(study.question()).isNotBlank();
    assertThat(study.source()).as("source").isNotBlank();
    assertThat(study.expect()).as("expect").isNotBlank();
    Duration estimate = ABLE.plan(study, 1).estimate();
    assertThat(study.cost())
        .as("cost; the estimate is %d s", estimate.toSeconds())
        .isBetween(
            estimate.multipliedBy(85).dividedBy(100),
            estimate.multipliedBy(115).dividedBy(100).plusMinutes(1));
  }

  /** Each has pairs to compare, or it would say nothing. */
  @ParameterizedTest
  @MethodSource("names")
  void contrastsCompareSomething(String name) {
    Plan plan = ABLE.plan(Studies.load(name), 1);

    for (Study.PlacedContrast placed : plan.study().contrasts()) {
      assertThat(ContrastPairs.of(placed.contrast(), plan.cells()))
          .as(placed.contrast().toString())
          .isNotEmpty();
    }
  }

  @Test
  void quickFitsIntoTenMinutes() {
    Plan quick = ABLE.plan(Studies.load("quick"), 1);

    assertThat(quick.cells()).hasSize(31);
    assertThat(quick.estimate()).isLessThanOrEqualTo(Duration.ofMinutes(10));
  }

  /** This class path, on a machine that can do all of it. */
  private static final class AbleInventory extends LiveInventory {
    @Override
    public Backend auto(String profile) {
      return emulated(profile) ? Backend.TUN : Backend.VETH;
    }

    @Override
    public Optional<String> whyNot(Backend backend) {
      return Optional.empty();
    }

    @Override
    public Optional<String> whyNot(Backend backend, String profile) {
      return Optional.empty();
    }

    @Override
    public Optional<String> whyNotSoMany(Set<Trait> transport, int connections) {
      return Optional.empty();
    }
  }
}
