package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.link.Delay;
import dev.transportbench.link.Drops;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.Loss;
import dev.transportbench.link.QueueLimit;
import dev.transportbench.link.Rate;
import dev.transportbench.link.Semantics;
import dev.transportbench.link.Steps;
import dev.transportbench.link.emulator.VirtualLink.Arrival;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no netem has, and the bottleneck, on a virtual clock. */
class LaneTest {
  private static final int SMALL = 92;
  private static final long SECOND = 1_000_000_000;
  private static final long MILLISECOND = 1_000_000;

  @Test
  void aListOfPackets() {
    assertThat(numbers(with(new Drops(List.of(7L, 8L), 0, 0, 0, 0, false)), 10))
        .containsExactly(0, 1, 2, 3, 4, 5, 8, 9);
  }

  @Test
  void burstsByCount() {
    assertThat(numbers(with(new Drops(List.of(), 2, 5, 0, 0, false)), 10))
        .containsExactly(0, 1, 2, 5, 6, 7);
  }

  @Test
  void outages() {
    // A packet each 100 ms: 5 pass, 2 do not.
    Impairment asked = with(new Drops(List.of(), 0, 0, SECOND / 2, SECOND / 5, false));
    assertThat(numbers(run(asked, VirtualLink.steadily(14, 10), SMALL)))
        .containsExactly(0, 1, 2, 3, 4, 7, 8, 9, 10, 11);
  }

  @Test
  void udpBlocked() {
    assertThat(numbers(with(new Drops(List.of(), 0, 0, 0, 0, true)), 10)).isEmpty();
  }

  @Test
  void burstsOfChanceAreBounded() {
    Impairment asked = Impairment.builder().loss(new Loss.Random(0.6, 0, 3)).build();
    int[] numbers = numbers(asked, 20_000).stream().mapToInt(Integer::intValue).toArray();
    int longest =
        IntStream.range(1, numbers.length)
            .map(i -> numbers[i] - numbers[i - 1] - 1)
            .max()
            .orElse(0);
    assertThat(longest).isEqualTo(3);
  }

  @Test
  void orderedJitterKeepsTheOrderAndRaisesTheMean() {
    Delay plain = Delay.of(15 * MILLISECOND, 2_500_000, JitterDistribution.NORMAL);
    Delay ordered =
        new Delay(plain.owdNanos(), plain.jitterNanos(), plain.distribution(), "", 0, true, 0);
    List<Arrival> arrivals =
        run(Impairment.builder().delay(ordered).build(), VirtualLink.steadily(50_000, 1000), SMALL);
    assertThat(numbers(arrivals)).isSorted();
    double mean = arrivals.stream().mapToDouble(Arrival::delayMillis).average().orElseThrow();
    // What the running maximum of such a series comes to.
    assertThat(mean).isCloseTo(16.5, within(0.2));
  }

  @Test
  void aDrawnDelayHolds() {
    Delay delay =
        new Delay(
            15 * MILLISECOND, 2_500_000, JitterDistribution.NORMAL, "", 0, false, 5 * MILLISECOND);
    List<Arrival> arrivals =
        run(Impairment.builder().delay(delay).build(), VirtualLink.steadily(5_000, 1000), SMALL);
    assertThat(arrivals.stream().mapToLong(Arrival::delayNanos).distinct().count()).isEqualTo(1000);
  }

  @Test
  void stepsGoByTheClockAndStartOver() {
    Impairment later = new Impairment(30 * MILLISECOND, 0, JitterDistribution.NORMAL, 0);
    Impairment asked =
        Impairment.builder()
            .delay(Delay.of(10 * MILLISECOND, 0, JitterDistribution.NORMAL))
            .steps(new Steps(SECOND, List.of(new Steps.Step(SECOND / 2, later))))
            .build();
    List<Arrival> arrivals = run(asked, VirtualLink.steadily(20, 10), SMALL);
    for (Arrival arrival : arrivals) {
      boolean first = arrival.number() % 10 < 5;
      assertThat(arrival.delayMillis()).isEqualTo(first ? 10 : 30);
    }
  }

  @Test
  void aQueueInPackets() {
    // 10 at once: one on its way out, three wait, the others find no room.
    Impairment asked = bottleneck(new QueueLimit(3, 0));
    List<Arrival> arrivals = run(asked, new long[10], 1236);
    assertThat(numbers(arrivals)).containsExactly(0, 1, 2, 3);
    assertThat(arrivals.get(3).delayMillis()).isEqualTo(4);
  }

  @Test
  void aQueueInBytes() {
    assertThat(numbers(run(bottleneck(new QueueLimit(0, 2_500)), new long[10], 1236)))
        .containsExactly(0, 1, 2);
  }

  @Test
  void theQueueCountsWhatWaitsAndNotWhatIsDelayed() {
    Impairment asked =
        Impairment.builder()
            .delay(Delay.of(SECOND, 0, JitterDistribution.NORMAL))
            .rate(Rate.ofBits(10_000_000))
            .queue(new QueueLimit(1, 0))
            .build();
    assertThat(run(asked, VirtualLink.steadily(500, 900), 1236)).hasSize(500);
  }

  @Test
  void aPoissonRateHasItsMean() {
    Impairment asked =
        Impairment.builder()
            .rate(new Rate(10_000_000, 0, 0, 0, true, ""))
            .queue(new QueueLimit(10, 0))
            .build();
    // Offered at ten times the rate for 2 s: a packet leaves each ms on average.
    assertThat(run(asked, VirtualLink.steadily(20_000, 10_000), 1236).size())
        .isBetween(1_850, 2_150);
  }

  @Test
  void cellsArePadded() {
    // 36 + 14 bytes take two cells of 48 and 5.
    assertThat(new Rate(8_000_000_000L, 0, 48, 5, false, "").nanosFor(36)).isEqualTo(106);
    assertThat(new Rate(8_000_000_000L, 20, 0, 0, false, "").nanosFor(66)).isEqualTo(100);
  }

  @Test
  void aTraceSaysWhenPacketsLeave(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("t.trace"), "2\n2\n5\n10\n");
    Impairment asked =
        Impairment.builder().rate(new Rate(0, 0, 0, 0, false, file.toString())).build();
    double[] left =
        run(asked, new long[6], 1500).stream().mapToDouble(Arrival::delayMillis).toArray();
    assertThat(left).containsExactly(2, 2, 5, 10, 12, 12);
    // A chance that nobody takes is lost; two small packets share one.
    long[] late = {3 * MILLISECOND, 3 * MILLISECOND, 3 * MILLISECOND};
    double[] small = run(asked, late, 700).stream().mapToDouble(Arrival::delayMillis).toArray();
    assertThat(small).containsExactly(2, 2, 7);
  }

  @Test
  void marksInsteadOfLosingWhereTheSenderAllowsIt() {
    Impairment asked = Impairment.builder().loss(new Loss.Random(1, 0, 0)).ecn(true).build();
    // These packets' senders do not.
    assertThat(run(asked, new long[10], SMALL)).isEmpty();
    try (PacketStore store = new PacketStore(1, 1536)) {
      int slot = store.take();
      // An IPv4 header from RFC 1071's time, ECT(0), with its checksum.
      int[] header = {
        0x4502, 0x0073, 0x0000, 0x4000, 0x4011, 0xb85f, 0xc0a8, 0x0001, 0xc0a8, 0x00c7
      };
      for (int i = 0; i < header.length; i++) {
        store.setShort(slot, 2 * i, header[i]);
      }
      store.setPacketBytes(slot, 115);
      assertThat(Headers.markCongestion(store, slot)).isTrue();
      assertThat(store.unsignedByte(slot, 1)).isEqualTo(3);
      int sum = 0;
      for (int i = 0; i < 20; i += 2) {
        sum += store.unsignedShort(slot, i);
      }
      assertThat((sum & 0xffff) + (sum >>> 16)).isEqualTo(0xffff);
    }
  }

  private static Impairment bottleneck(QueueLimit limit) {
    // 1,236 + 14 bytes take 1 ms.
    return Impairment.builder().rate(Rate.ofBits(10_000_000)).queue(limit).build();
  }

  private static Impairment with(Drops drops) {
    return Impairment.builder().drops(drops).build();
  }

  private static List<Integer> numbers(Impairment asked, int count) {
    return numbers(run(asked, VirtualLink.steadily(count, 1000), SMALL));
  }

  private static List<Integer> numbers(List<Arrival> arrivals) {
    return arrivals.stream().map(Arrival::number).toList();
  }

  private static List<Arrival> run(Impairment asked, long[] sent, int ipBytes) {
    return VirtualLink.run(asked, Semantics.DOCUMENTED, 1, sent, ipBytes);
  }
}
