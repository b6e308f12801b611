package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.Traffic.Arrival;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What was asked of an impaired link against what real datagrams see on it. */
class ImpairedLinkIT {
  private static final long MILLISECOND = 1_000_000;

  @BeforeAll
  static void needsTun() {
    NeedsLink.on(Backend.TUN);
  }

  @Test
  void imposesTheDelayAskedInEachDirection() throws Exception {
    int count = 400;
    try (Link link =
        open(
            new Impairment(15 * MILLISECOND, 2_500_000, JitterDistribution.NORMAL, 0),
            new Impairment(40 * MILLISECOND, 5_000_000, JitterDistribution.UNIFORM, 0),
            1)) {
      // What this machine adds just now, ten times over.
      double noise =
          1 + 10 * meanMillis(Traffic.oneWay(link, End.CLIENT, count, 100, 2 * MILLISECOND));
      link.impair();
      List<Arrival> up = Traffic.oneWay(link, End.CLIENT, count, 100, 2 * MILLISECOND);
      List<Arrival> down = Traffic.oneWay(link, End.SERVER, count, 100, 2 * MILLISECOND);

      assertThat(up).hasSize(count);
      assertThat(down).hasSize(count);
      double meanNoise = 10 * 2.5 / Math.sqrt(count);
      assertThat(meanMillis(up)).isBetween(15 - meanNoise, 15 + meanNoise + noise);
      assertThat(meanMillis(down)).isBetween(40 - meanNoise, 40 + meanNoise + noise);
      for (Arrival arrival : down) {
        assertThat(arrival.owdNanos()).isGreaterThanOrEqualTo(35 * MILLISECOND);
      }
      // Order is not kept, as netem does: at 500 packets/s, 2.5 ms of jitter swaps many.
      assertThat(numbers(up)).isNotEqualTo(numbers(up).stream().sorted().toList());
      assertThat(link.evidence().violations()).isEmpty();
    }
  }

  @Test
  void losesAsAskedAndProvesIt() throws Exception {
    int count = 4_000;
    try (Link link =
        open(new Impairment(0, 0, JitterDistribution.NORMAL, 0.05), Impairment.NONE, 1)) {
      assertThat(Traffic.oneWay(link, End.CLIENT, 500, 100, 100_000)).hasSize(500);
      link.impair();
      List<Arrival> arrived = Traffic.oneWay(link, End.CLIENT, count, 100, 100_000);

      // 99.99 % bounds of the binomial distribution.
      assertThat(count - arrived.size()).isBetween(200 - 54, 200 + 54);
      Link.Evidence evidence = link.evidence();
      assertThat(evidence.violations()).isEmpty();
      assertThat(up(evidence))
          .containsEntry("packets", count)
          .containsEntry("lost", count - arrived.size())
          .containsEntry("delivered", arrived.size())
          .containsEntry("bytes", count * 128);
      assertThat(link.counters().orElseThrow())
          .isEqualTo(new Link.Counters(count + 500, (count + 500) * 128L, 0, 0));
      assertThat(link.emulatorCpuNanos().orElseThrow()).isPositive();
    }
  }

  @Test
  void theSameSeedLosesTheSameDatagramsAgain() throws Exception {
    List<Integer> first = survivors(3, 0);
    assertThat(survivors(3, 0)).isEqualTo(first);
    assertThat(survivors(4, 0)).isNotEqualTo(first);
    // Another impairment beside it changes the order, not who is lost.
    assertThat(survivors(3, MILLISECOND).stream().sorted().toList()).isEqualTo(first);
  }

  @Test
  void aBlackHoleLosesAll() throws Exception {
    try (Link link = open(new Impairment(0, 0, JitterDistribution.NORMAL, 1), Impairment.NONE, 1)) {
      link.impair();
      assertThat(Traffic.oneWay(link, End.CLIENT, 100, 100, 0)).isEmpty();
      assertThat(link.evidence().violations()).isEmpty();
    }
  }

  @Test
  void tcpGetsThroughALossyLink() throws Exception {
    try (Link link = Links.open(LinkProfiles.load("cellular-firefly"), Backend.TUN, 1)) {
      link.impair();
      assertThat(Traffic.tcpUpload(link, 1 << 20)).isEqualTo(1 << 20);
      assertThat(link.evidence().violations()).isEmpty();
      assertThat(up(link.evidence())).containsKeys("latenessP99Micros", "delayP50Millis");
    }
  }

  private static List<Integer> survivors(long seed, long jitterNanos) throws Exception {
    try (Link link =
        open(
            new Impairment(2 * MILLISECOND, jitterNanos, JitterDistribution.UNIFORM, 0.05),
            Impairment.NONE,
            seed)) {
      link.impair();
      return numbers(Traffic.oneWay(link, End.CLIENT, 1_000, 100, 200_000));
    }
  }

  private static Link open(Impairment up, Impairment down, long seed) {
    LinkProfile profile = new LinkProfile("test", "a test", "this test", true, up, down);
    return Links.open(profile, Backend.TUN, seed);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> up(Link.Evidence evidence) {
    return (Map<String, Object>) evidence.measured().get("up");
  }

  private static List<Integer> numbers(List<Arrival> arrivals) {
    return arrivals.stream().map(Arrival::number).toList();
  }

  private static double meanMillis(List<Arrival> arrivals) {
    return arrivals.stream().mapToLong(Arrival::owdNanos).average().orElseThrow() / MILLISECOND;
  }
}
