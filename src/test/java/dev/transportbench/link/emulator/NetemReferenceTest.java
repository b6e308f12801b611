package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.link.Impairment;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.NetemReference;
import dev.transportbench.link.Samples;
import dev.transportbench.link.Semantics;
import dev.transportbench.link.emulator.VirtualLink.Arrival;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the emulator draws in the kernel's semantics against recordings of the real netem. */
class NetemReferenceTest {
  private static final long SEED = 1;
  private static final int SMALL = 64 + 28;
  private static final int LARGE = 1200 + 28;

  @Test
  void aConstantDelay() throws Exception {
    compareMasses("a-delay15", "delay 15ms", SMALL);
  }

  @Test
  void aNormalDelayAndALoss() throws Exception {
    String words = "delay 15ms 2.5ms distribution normal loss 0.5%";
    NetemReference reference = NetemReference.recording("b-normal-loss");
    List<Arrival> ours = run(words, reference.sentNanos(), SMALL);
    assertThat(distance(ours, reference)).isLessThan(limit(ours, reference));
    compareLossAndOrder(ours, reference);
    // So many draws that what is left is the recording's own noise.
    List<Arrival> many = run(words, VirtualLink.steadily(1_000_000, 500), SMALL);
    assertThat(distance(many, reference)).isLessThan(0.01);
  }

  @Test
  void lossInBursts() throws Exception {
    compareMasses("d-gemodel", "loss gemodel 1% 10% 70% 0.1%", SMALL);
  }

  @Test
  void aRateThatBurstsWaitFor() throws Exception {
    compareMasses("e-rate-burst", "rate 10mbit delay 20ms", LARGE);
  }

  @Test
  void packetsThatOvertake() throws Exception {
    compareMasses("f-reorder", "delay 10ms reorder 25% 50%", SMALL);
  }

  @Test
  void manyRandomLosses() throws Exception {
    compareLosses("L1-random1", "loss 1%");
  }

  @Test
  void manyLossesInBursts() throws Exception {
    compareLosses("L4-gemodel", "loss gemodel 1% 10% 70% 0.1%");
  }

  private static void compareMasses(String name, String words, int ipBytes) throws Exception {
    NetemReference reference = NetemReference.recording(name);
    List<Arrival> ours = run(words, reference.sentNanos(), ipBytes);
    compareLossAndOrder(ours, reference);
    List<Samples.Mass> expected = Samples.masses(reference.delayMillis(), 0.2);
    List<Samples.Mass> drawn = Samples.masses(delays(ours), 0.2);
    assertThat(drawn).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(drawn.get(i).share()).isCloseTo(expected.get(i).share(), within(0.025));
      assertThat(drawn.get(i).median() - expected.get(i).median()).isBetween(-0.05, 0.3);
    }
  }

  private static void compareLossAndOrder(List<Arrival> ours, NetemReference reference) {
    double[] lost = losses(ours, reference.sentNanos().length);
    assertThat(Samples.agree(lost, reference.losses())).isTrue();
    double[] runs = Samples.runs(lost);
    if (runs.length > 20) {
      assertThat(Samples.agree(runs, Samples.runs(reference.losses()))).isTrue();
    }
    int[] order = ours.stream().mapToInt(Arrival::number).toArray();
    assertThat(
            Samples.agree(
                NetemReference.overtaken(order), NetemReference.overtaken(reference.order())))
        .isTrue();
    assertThat(order.length - ours.stream().mapToInt(Arrival::number).distinct().count())
        .isEqualTo(reference.order().length - Arrays.stream(reference.order()).distinct().count());
  }

  private static void compareLosses(String name, String words) throws Exception {
    double[] reference = NetemReference.losses(name);
    List<Arrival> ours = run(words, VirtualLink.steadily(reference.length, 100_000), SMALL);
    double[] lost = losses(ours, reference.length);
    assertThat(Samples.agree(lost, reference)).isTrue();
    assertThat(Samples.agree(Samples.runs(lost), Samples.runs(reference))).isTrue();
  }

  private static List<Arrival> run(String words, long[] sent, int ipBytes) {
    Impairment impairment = LinkProfiles.load("netem:" + words).up();
    return VirtualLink.run(impairment, Semantics.KERNEL, SEED, sent, ipBytes);
  }

  private static double[] losses(List<Arrival> arrivals, int sent) {
    double[] lost = new double[sent];
    Arrays.fill(lost, 1);
    arrivals.forEach(arrival -> lost[arrival.number()] = 0);
    return lost;
  }

  private static double[] delays(List<Arrival> arrivals) {
    return arrivals.stream().mapToDouble(Arrival::delayMillis).toArray();
  }

  private static double distance(List<Arrival> ours, NetemReference reference) {
    return Samples.distance(delays(ours), reference.delayMillis());
  }

  private static double limit(List<Arrival> ours, NetemReference reference) {
    return 0.02 + 1.95 * Math.sqrt(1.0 / ours.size() + 1.0 / reference.delayMillis().length);
  }
}
