package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.transportbench.link.Chance;
import dev.transportbench.link.Delay;
import dev.transportbench.link.Drops;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.Loss;
import dev.transportbench.link.QueueLimit;
import dev.transportbench.link.Rate;
import dev.transportbench.link.Reorder;
import dev.transportbench.link.Semantics;
import dev.transportbench.link.Slot;
import dev.transportbench.link.Steps;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine between two pairs of sockets: no device, no namespace, no root. */
@EnabledOnOs(OS.LINUX)
class EngineTest {
  private static final int PACKET_BYTES = 100;

  private PacketStore store;
  private WarmUp.SocketPair client;
  private WarmUp.SocketPair server;
  private Engine engine;

  @BeforeEach
  void open() {
    store = new PacketStore(64, 1536);
    client = new WarmUp.SocketPair();
    server = new WarmUp.SocketPair();
    engine = new Engine(client.inner(), server.inner(), store, new WakeUpLead(true));
  }

  @AfterEach
  void close() {
    engine.close();
    client.close();
    server.close();
    store.close();
  }

  @Test
  void forwardsAtOnceWhenNothingIsImpaired() {
    client.sendNumbered(1, PACKET_BYTES);
    server.sendNumbered(2, 50);
    engine.turn(0);
    assertThat(server.receiveNumber()).isEqualTo(1);
    assertThat(client.receiveNumber()).isEqualTo(2);
    LaneFigures up = engine.figuresHere().get(0);
    LaneFigures down = engine.figuresHere().get(1);
    assertThat(List.of(up.packets(), up.bytes(), up.delivered())).containsExactly(1L, 100L, 1L);
    assertThat(List.of(down.packets(), down.bytes(), down.delivered()))
        .containsExactly(1L, 50L, 1L);
  }

  @Test
  void holdsAPacketForItsDelayAndNoLess() {
    long owdNanos = 200_000_000;
    engine.impairHere(delay(owdNanos), Impairment.NONE, Semantics.DOCUMENTED, 1);
    long sent = System.nanoTime();
    client.sendNumbered(7, PACKET_BYTES);
    engine.turn(0);
    assertThat(server.receiveNumber()).isEqualTo(-1);
    while (!engine.isIdle()) {
      engine.turn(-1);
    }
    assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(owdNanos);
    assertThat(server.receiveNumber()).isEqualTo(7);
    assertThat(engine.figuresHere().get(0).latenessNanos().total()).isEqualTo(1);
  }

  @Test
  void whoIsAwakeEarlyStillHoldsAPacketForItsDelayAndForwardsMeanwhile() {
    WakeUpLead lead = new WakeUpLead(true);
    for (int i = 0; i < 1_000; i++) {
      lead.woke(WakeUpLead.LONGEST_NANOS);
    }
    long owdNanos = 5_000_000;
    Impairment delay = delay(owdNanos);
    try (Engine engine = new Engine(client.inner(), server.inner(), store, lead)) {
      engine.impairHere(delay, Impairment.NONE, Semantics.DOCUMENTED, 1);
      for (int i = 0; i < 20; i++) {
        long sent = System.nanoTime();
        client.sendNumbered(i, PACKET_BYTES);
        int there = 0;
        int back = 0;
        while (there == 0) {
          server.sendNumbered(1, PACKET_BYTES);
          engine.turn(-1);
          back += client.drain();
          there = server.drain();
        }
        assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(owdNanos);
        assertThat(back).isPositive();
      }
      assertThat(lead.awakeNanos()).isPositive();
    }
  }

  @Test
  void keepsTheOrderOfEqualDelays() {
    engine.impairHere(delay(2_000_000), Impairment.NONE, Semantics.DOCUMENTED, 1);
    for (int i = 0; i < 8; i++) {
      client.sendNumbered(i, PACKET_BYTES);
      engine.turn(0);
    }
    while (!engine.isIdle()) {
      engine.turn(-1);
    }
    for (int i = 0; i < 8; i++) {
      assertThat(server.receiveNumber()).isEqualTo(i);
    }
  }

  @Test
  void losesTheSamePositionsForTheSameSeed() {
    List<Integer> first = survivors(5);
    assertThat(survivors(5)).isEqualTo(first);
    assertThat(survivors(6)).isNotEqualTo(first);
    assertThat(first).hasSizeBetween(850, 950);
  }

  private List<Integer> survivors(long seed) {
    engine.impairHere(
        new Impairment(0, 0, JitterDistribution.NORMAL, 0.1),
        Impairment.NONE,
        Semantics.DOCUMENTED,
        seed);
    List<Integer> survivors = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      client.sendNumbered(i, PACKET_BYTES);
      engine.turn(0);
      int number = server.receiveNumber();
      if (number != -1) {
        survivors.add(number);
      }
    }
    return survivors;
  }

  @Test
  void countsWhatFindsNoRoom() {
    engine.impairHere(delay(50_000_000), Impairment.NONE, Semantics.DOCUMENTED, 1);
    for (int i = 0; i < store.slots() + 10; i++) {
      client.sendNumbered(i, PACKET_BYTES);
      engine.turn(0);
    }
    LaneFigures up = engine.figuresHere().get(0);
    assertThat(up.packets()).isEqualTo(store.slots() + 10L);
    assertThat(up.overflowed()).isEqualTo(10);
    while (!engine.isIdle()) {
      engine.turn(-1);
      server.drain();
    }
    assertThat(store.taken()).isZero();
  }

  @Test
  void anImpairmentStartsItsFiguresAfresh() {
    client.send(PACKET_BYTES);
    engine.turn(0);
    engine.impairHere(Impairment.NONE, Impairment.NONE, Semantics.DOCUMENTED, 1);
    client.send(PACKET_BYTES);
    engine.turn(0);
    LaneFigures up = engine.figuresHere().get(0);
    assertThat(up.packets()).isEqualTo(1);
    assertThat(up.totalPackets()).isEqualTo(2);
    assertThat(up.totalBytes()).isEqualTo(2L * PACKET_BYTES);
  }

  @Test
  void answersAnotherThreadWhileItRuns() throws InterruptedException {
    Thread thread = new Thread(engine::run);
    thread.start();
    engine.impair(delay(1_000_000), Impairment.NONE, Semantics.DOCUMENTED, 1);
    assertThat(engine.figures()).hasSize(2);
    engine.stop();
    thread.join();
  }

  @ParameterizedTest
  @EnumSource(Semantics.class)
  void allocatesNothingWhileItMovesPackets(Semantics semantics) {
    Impairment impairment =
        Impairment.builder()
            .delay(new Delay(50_000, 20_000, JitterDistribution.NORMAL, "", 0.2, false, 0))
            .loss(new Loss.GilbertElliott(0.01, 0.1, 0.5, 0.001))
            .drops(new Drops(List.of(7L), 1, 100, 1_000_000, 1_000, false))
            .duplicate(new Chance(0.05, 0.1))
            .corrupt(new Chance(0.05, 0.1))
            .reorder(new Reorder(new Chance(0.1, 0.1), 2))
            .rate(new Rate(1_000_000_000, 4, 48, 5, true, ""))
            .queue(new QueueLimit(20, 0))
            .limitPackets(40)
            .slot(Slot.ofRange(1_000, 20_000, 10, 0))
            .ecn(true)
            .steps(
                new Steps(
                    1_000_000,
                    List.of(
                        new Steps.Step(
                            500_000, new Impairment(1, 1, JitterDistribution.UNIFORM, 0.1)))))
            .build();
    engine.impairHere(impairment, impairment, semantics, 1);
    movePackets(30_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    movePackets(30_000);
    // The reading itself allocates a little.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
    assertThat(engine.figuresHere().get(0).packets()).isEqualTo(60_000);
  }

  private void movePackets(int count) {
    for (int i = 0; i < count; i++) {
      client.send(PACKET_BYTES);
      server.send(PACKET_BYTES);
      engine.turn(0);
      client.drain();
      server.drain();
    }
  }

  private static Impairment delay(long owdNanos) {
    return new Impairment(owdNanos, 0, JitterDistribution.NORMAL, 0);
  }
}
