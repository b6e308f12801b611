package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.link.Direction;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.NetemReference;
import dev.transportbench.link.Samples;
import dev.transportbench.link.Semantics;
import dev.transportbench.link.emulator.VirtualLink.Arrival;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where the kernel's netem and its manual differ, each as it is; figures of the kernel measured.
 */
class SemanticsTest {
  private static final int SMALL = 92;
  private static final int N = 200_000;

  @Test
  void aCorrelatedLossLosesNextToNothingInTheKernel() {
    assertThat(lossShare("loss 5% 25%", Semantics.KERNEL)).isBetween(0.0014, 0.0022);
    assertThat(lossShare("loss 1% 25%", Semantics.KERNEL)).isLessThan(0.0001);
    assertThat(lossShare("loss 5%", Semantics.KERNEL)).isCloseTo(0.05, within(0.002));
  }

  @Test
  void aCorrelatedLossLosesWhatIsAskedInTheManual() {
    double[] lost = losses("loss 5% 25%", Semantics.DOCUMENTED);
    assertThat(Samples.mean(lost)).isCloseTo(0.05, within(0.003));
    assertThat(Samples.lagOne(lost)).isCloseTo(0.25, within(0.02));
  }

  @Test
  void correlatedReorderingIsRareInTheKernel() {
    assertThat(earlyShare("delay 10ms reorder 25% 50%", Semantics.KERNEL)).isBetween(0.064, 0.072);
    assertThat(earlyShare("delay 10ms reorder 25% 50%", Semantics.DOCUMENTED))
        .isCloseTo(0.25, within(0.01));
  }

  @Test
  void aGapLetsOnlyEveryNthOvertake() {
    assertThat(earlyShare("delay 10ms reorder 100% gap 5", Semantics.KERNEL))
        .isCloseTo(0.2, within(0.001));
    assertThat(earlyShare("delay 10ms reorder 100% gap 5", Semantics.DOCUMENTED))
        .isCloseTo(0.2, within(0.001));
    // In the kernel one that might and did not leaves its turn to the next.
    assertThat(earlyShare("delay 10ms reorder 50% gap 5", Semantics.KERNEL))
        .isCloseTo(1 / 6.0, within(0.003));
    assertThat(earlyShare("delay 10ms reorder 50% gap 5", Semantics.DOCUMENTED))
        .isCloseTo(0.1, within(0.003));
  }

  @ParameterizedTest
  @EnumSource(Semantics.class)
  void jitterWithoutARateReorders(Semantics semantics) {
    assertThat(overtakenShare("delay 15ms 2.5ms distribution normal", semantics, 500))
        .isCloseTo(0.35, within(0.02));
    assertThat(overtakenShare("delay 15ms 5ms", semantics, 1000)).isCloseTo(0.58, within(0.02));
  }

  @Test
  void underARateJitterKeepsTheOrderInTheKernel() {
    String words = "delay 15ms 5ms rate 100mbit";
    assertThat(overtakenShare(words, Semantics.KERNEL, 1000)).isZero();
    assertThat(overtakenShare(words, Semantics.DOCUMENTED, 1000)).isGreaterThan(0.4);
  }

  @Test
  void correlationOfDelaysIsNoneInTheKernel() {
    for (String distribution : new String[] {"", "distribution normal", "distribution pareto"}) {
      for (String correlation : new String[] {"25%", "75%"}) {
        String words = "delay 20ms 3ms " + correlation + " " + distribution;
        double[] delays = delaysInOrderSent(words, Semantics.KERNEL);
        assertThat(Samples.lagOne(delays)).isCloseTo(0, within(0.02));
      }
    }
    double[] kernel = delaysInOrderSent("delay 20ms 3ms 75%", Semantics.KERNEL);
    assertThat(Samples.mean(kernel)).isCloseTo(20, within(0.02));
  }

  @Test
  void correlationOfDelaysIsAsAskedInTheManual() {
    for (String distribution :
        new String[] {"", "distribution normal", "distribution paretonormal"}) {
      String words = "delay 40ms 3ms 50% " + distribution;
      double[] correlated = delaysInOrderSent(words, Semantics.DOCUMENTED);
      assertThat(Samples.lagOne(correlated)).isCloseTo(0.5, within(0.06));
      double[] plain = delaysInOrderSent(words.replace("50%", ""), Semantics.DOCUMENTED);
      assertThat(Samples.distance(correlated, plain)).isLessThan(0.02);
    }
  }

  @ParameterizedTest
  @EnumSource(Semantics.class)
  void aFullQueueDropsItsTail(Semantics semantics) {
    // 1,000 bytes of IP and 14: 8.112 ms each at 1 Mbit/s, offered at twice the rate.
    List<Arrival> arrivals =
        run("rate 1mbit limit 50", semantics, VirtualLink.steadily(2_000, 250), 1000);
    double[] delays = arrivals.stream().mapToDouble(Arrival::delayMillis).toArray();
    assertThat(Arrays.stream(delays).max().orElseThrow()).isBetween(400.0, 50 * 8.112 + 0.01);
    assertThat(delays[delays.length - 1]).isGreaterThan(395);
    assertThat(arrivals.size()).isBetween(1000, 1050);
  }

  @Test
  void aDelayBelowZeroIsNone() {
    List<Arrival> arrivals =
        run("delay 1ms 3ms", Semantics.KERNEL, VirtualLink.steadily(N, 100), SMALL);
    double zero = arrivals.stream().filter(a -> a.delayNanos() == 0).count();
    assertThat(zero / N).isCloseTo(1.0 / 3, within(0.01));
  }

  @Test
  void copiesArriveTwice() {
    assertThat(run("duplicate 10%", Semantics.KERNEL, VirtualLink.steadily(N, 1000), SMALL))
        .hasSizeBetween(N + N / 10 - 600, N + N / 10 + 600);
    // Each of the two is lost by itself in the kernel; the copy is made before loss in the manual.
    List<Arrival> both =
        run("duplicate 100% loss 50%", Semantics.KERNEL, VirtualLink.steadily(N, 1000), SMALL);
    assertThat(both.size() / (double) N).isCloseTo(0.5 + 0.5 * 1.5, within(0.01));
  }

  @Test
  void slotsLetPacketsThroughTogether() {
    List<Arrival> arrivals =
        run("slot 10ms 10ms", Semantics.KERNEL, VirtualLink.steadily(10_000, 1000), SMALL);
    assertThat(arrivals).hasSize(10_000);
    double[] delays = arrivals.stream().mapToDouble(Arrival::delayMillis).toArray();
    assertThat(Arrays.stream(delays).max().orElseThrow()).isLessThanOrEqualTo(10.0);
    assertThat(Samples.mean(delays)).isBetween(4.0, 6.0);
    List<Arrival> two =
        run("slot 10ms packets 2", Semantics.KERNEL, VirtualLink.steadily(400, 150), SMALL);
    for (int i = 1; i + 1 < two.size(); i += 2) {
      assertThat(two.get(i).number()).isEqualTo(i);
    }
  }

  @ParameterizedTest
  @EnumSource(Semantics.class)
  void whatIsEarlyWaitsForNoSlot(Semantics semantics) {
    List<Arrival> arrivals =
        run(
            "delay 5ms reorder 100% gap 4 slot 100ms 100ms",
            semantics, VirtualLink.steadily(4_000, 1000), SMALL);
    assertThat(arrivals).hasSize(4_000);
    for (Arrival arrival : arrivals) {
      if (arrival.number() % 4 == 3) {
        assertThat(arrival.delayNanos()).isZero();
      } else {
        assertThat(arrival.delayMillis()).isBetween(5.0, 105.0);
      }
    }
  }

  @Test
  void aCorrelationOfCopiesReachesTheKernelOnlyWithAnother() {
    assertThat(copyCorrelation("duplicate 30% 90%", Semantics.KERNEL)).isCloseTo(0, within(0.02));
    assertThat(copyCorrelation("delay 1ms 100us 1% duplicate 30% 90%", Semantics.KERNEL))
        .isGreaterThan(0.3);
    assertThat(copyCorrelation("duplicate 30% 90%", Semantics.DOCUMENTED))
        .isCloseTo(0.9, within(0.02));
  }

  private static double copyCorrelation(String words, Semantics semantics) {
    double[] copies = new double[N];
    Arrays.fill(copies, -1);
    run(words, semantics, VirtualLink.steadily(N, 100), SMALL)
        .forEach(arrival -> copies[arrival.number()]++);
    return Samples.lagOne(copies);
  }

  @Test
  void fourStatesHaveTheirRuns() {
    double[] lost = losses("loss state 2% 40% 10% 30% 1%", Semantics.KERNEL);
    // From the chain's balance: .05 + .01 of 1 + .05 + .05 / 3 + .01.
    assertThat(Samples.mean(lost)).isCloseTo(0.0557, within(0.003));
    assertThat(Samples.runs(lost)).isNotEmpty();
  }

  private static List<Arrival> run(String words, Semantics semantics, long[] sent, int ipBytes) {
    Impairment asked = LinkProfiles.load("netem:" + words).up();
    return VirtualLink.run(asked, semantics, 3, sent, ipBytes);
  }

  private static double lossShare(String words, Semantics semantics) {
    return Samples.mean(losses(words, semantics));
  }

  private static double[] losses(String words, Semantics semantics) {
    double[] lost = new double[N];
    Arrays.fill(lost, 1);
    run(words, semantics, VirtualLink.steadily(N, 1000), SMALL).forEach(a -> lost[a.number()] = 0);
    return lost;
  }

  private static double earlyShare(String words, Semantics semantics) {
    List<Arrival> arrivals = run(words, semantics, VirtualLink.steadily(N, 500), SMALL);
    return arrivals.stream().filter(a -> a.delayNanos() == 0).count() / (double) N;
  }

  private static double overtakenShare(String words, Semantics semantics, double perSecond) {
    int[] order =
        run(words, semantics, VirtualLink.steadily(N, perSecond), SMALL).stream()
            .mapToInt(Arrival::number)
            .toArray();
    return Samples.mean(NetemReference.overtaken(order));
  }

  private static double[] delaysInOrderSent(String words, Semantics semantics) {
    Impairment asked = LinkProfiles.load("netem:" + words).up();
    Treatment treatment = new Treatment(asked, semantics, Direction.UP, 3, 0, 16, null);
    double[] delays = new double[N];
    for (int i = 0; i < N; i++) {
      treatment.drawDeviation(i, 0);
      delays[i] = treatment.delayNanos() / 1e6;
    }
    return delays;
  }
}
