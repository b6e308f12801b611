package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Traffic.Arrival;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real datagrams through the emulator against recordings of the real netem. */
class NetemWordsIT {
  private static final long GAP_NANOS = 2_000_000;

  @BeforeAll
  static void needsTun() {
    NeedsLink.on(Backend.TUN);
  }

  @Test
  void aNormalDelayAndALossAsTheKernelHasThem() throws Exception {
    NetemReference reference = NetemReference.recording("b-normal-loss");
    String words = "delay 15ms 2.5ms distribution normal loss 0.5%";
    double distance = 1;
    double limit = 0;
    // Best of three: between two of its parts another process may take the machine.
    for (int attempt = 0; attempt < 3 && distance >= limit; attempt++) {
      double[] noise = delaysMillis(run("limit 1000", 1_000));
      List<Arrival> arrivals = run(words, 2_000);
      double[] delays = delaysMillis(arrivals);
      limit = 0.02 + 1.95 * Math.sqrt(1.0 / delays.length + 1.0 / reference.order().length);
      distance = Samples.distance(delays, plus(reference.delayMillis(), noise));
      assertThat(2_000 - arrivals.size()).isBetween(1, 25);
    }
    assertThat(distance).isLessThan(limit);
  }

  @Test
  void packetsThatOvertakeAsTheKernelHasThem() throws Exception {
    List<Arrival> arrivals = run("delay 10ms reorder 25% 50%", 2_000);
    double early =
        arrivals.stream().filter(a -> a.owdNanos() < 9_000_000).count() / (double) arrivals.size();
    assertThat(early).isBetween(0.03, 0.10);
    assertThat(arrivals).hasSize(2_000);
  }

  @Test
  void theLogHoldsEachPacketThatWasLost(@TempDir Path folder) throws Exception {
    LinkProfile profile = LinkProfiles.load("netem-up:delay 1ms loss 10% duplicate 5%");
    Path file = folder.resolve("packets.log");
    try (Link link = Links.open(profile, Backend.TUN, 1)) {
      link.packetLogging().orElseThrow().remember(1_000);
      link.impair();
      List<Arrival> arrivals = Traffic.oneWay(link, End.CLIENT, 500, 100, 200_000);
      link.packetLogging().orElseThrow().save(file);
      PacketLog log = PacketLog.read(file);
      List<Long> lost =
          log.entries().stream()
              .filter(e -> e.event() == PacketLog.Event.LOST)
              .map(PacketLog.Entry::packet)
              .toList();
      assertThat(lost).isNotEmpty();
      for (Arrival arrival : arrivals) {
        assertThat(lost).doesNotContain(arrival.number() + 1L);
      }
      PacketLog.Entry first = log.entries().get(0);
      assertThat(first.direction()).isEqualTo(Direction.UP);
      assertThat(first.ipBytes()).isEqualTo(128);
      assertThat(first.protocol()).isEqualTo(17);
      assertThat(first.source()).isEqualTo(link.address(End.CLIENT));
      assertThat(first.destination()).isEqualTo(link.address(End.SERVER));
      assertThat(first.destinationPort()).isPositive();
    }
  }

  private static double[] delaysMillis(List<Arrival> arrivals) {
    return arrivals.stream().mapToDouble(a -> a.owdNanos() / 1e6).toArray();
  }

  /** What this machine adds to each delay is not the link's. */
  private static double[] plus(double[] delays, double[] noise) {
    Random random = new Random(1);
    return Arrays.stream(delays).map(d -> d + noise[random.nextInt(noise.length)]).toArray();
  }

  private static List<Arrival> run(String words, int count) throws Exception {
    LinkProfile profile = LinkProfiles.load("netem-up:" + words).with(Semantics.KERNEL);
    try (Link link = Links.open(profile, Backend.TUN, 1)) {
      link.impair();
      List<Arrival> arrivals = Traffic.oneWay(link, End.CLIENT, count, 64, GAP_NANOS);
      assertThat(link.evidence().violations()).isEmpty();
      return arrivals;
    }
  }
}
