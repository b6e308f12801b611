package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.benchmark.forensics.RpcTimes;
import dev.transportbench.benchmark.trial.Arrivals.Cadence;
import dev.transportbench.benchmark.trial.ClosedLoopDriver.Loss;
import dev.transportbench.benchmark.trial.ScheduledDriver.Waiting;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import io.netty.util.concurrent.Future;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The driver in a world of its own: a clock that only waiting moves, a server in memory. */
class OpenLoopDriverTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  private final World world = new World();
  private long rttNanos;

  private OpenLoopDriver driver(Loss loss) {
    return driver(loss, Cadence.CONSTANT, 1000, Waiting.SLEEPING);
  }

  private OpenLoopDriver driver(Loss loss, Cadence cadence, double perSecond, Waiting waiting) {
    OpenLoopDriver driver =
        new OpenLoopDriver(
            world,
            world,
            world.connections,
            PayloadMix.parse("p", "128+1024", 1),
            () -> Arrivals.of(cadence, perSecond, 1),
            new ScheduledDriver.Clocks(() -> world.now, () -> world.cpu),
            2 * SECOND,
            waiting,
            loss,
            Settling.of(world.connections, rttNanos));
    driver.resetCounts();
    return driver;
  }

  /** Runs for so long, as JMH would: until an invocation returns after it. */
  private void run(OpenLoopDriver driver, long nanos) {
    long end = world.now + nanos;
    while (world.now < end) {
      driver.completeOne();
    }
    driver.drain();
  }

  private static double value(OpenLoopDriver driver, FigureName name) {
    return driver.readings().get(name).value();
  }

  private static double micros(OpenLoopDriver driver, Series series, double percent) {
    return driver.times().get(series).getValueAtPercentile(percent) / 1e3;
  }

  /** Whose a lost packet was is told by sizes: of unlike RPCs it is not told at all. */
  @Test
  void unlikeRpcsAreNotRecordedForForensics() {
    assertThat(driver(Loss.FAILS).record(new RpcTimes(16))).isEmpty();
  }

  @Test
  void holdsTheRateAndLatencyIsTheServers() {
    OpenLoopDriver driver = driver(Loss.FAILS);
    run(driver, 10 * SECOND);

    assertThat(driver.completed()).isBetween(9_998L, 10_002L);
    assertThat(value(driver, FigureName.RATE_ASKED)).isCloseTo(1000, within(0.5));
    assertThat(value(driver, FigureName.RATE_SENT)).isCloseTo(1000, within(0.5));
    assertThat(micros(driver, Series.LATENCY, 50)).isCloseTo(1000, within(1.0));
    assertThat(micros(driver, Series.RESPONSE, 50)).isCloseTo(1000, within(1.0));
    assertThat(micros(driver, Series.SEND_LAG, 100)).isZero();
    assertThat(driver.violations()).isEmpty();
  }

  /**
   * The server stalls for 500 ms at t = 5 s. 1,000 a second are due, so the 500 that arrive
   * meanwhile wait 500, 499, … 1 ms and are answered 1 ms later: by hand, 100 of 10,000 take more
   * than 400 ms.
   */
  @Test
  void aStallShowsInAllTheResponsesThatItDelayed() {
    world.serverReady = t -> t >= 5 * SECOND && t < 5 * SECOND + 500 * MILLI ? 5500 * MILLI : t;
    OpenLoopDriver driver = driver(Loss.FAILS);
    run(driver, 10 * SECOND);

    Histogram responses = driver.times().get(Series.RESPONSE);
    long slow = responses.getCountBetweenValues(401 * MILLI, 600 * MILLI);
    assertThat(slow).isBetween(98L, 102L);
    assertThat(responses.getMaxValue() / 1e6).isCloseTo(501, within(1.0));
  }

  /**
   * As a closed loop does not see it, so would latency from the send miss a stall of the sender.
   */
  @Test
  void aStallOfTheClientIsLagAndResponseTimeNotLatency() {
    world.clientStallsAt = 5 * SECOND;
    OpenLoopDriver driver = driver(Loss.FAILS);
    run(driver, 10 * SECOND);

    // But for the one that was in flight.
    assertThat(micros(driver, Series.LATENCY, 99.98)).isCloseTo(1000, within(1.0));
    assertThat(micros(driver, Series.SEND_LAG, 100) / 1e3).isCloseTo(500, within(2.0));
    assertThat(driver.times().get(Series.RESPONSE).getCountBetweenValues(401 * MILLI, SECOND))
        .isBetween(95L, 105L);
    assertThat(driver.completed()).isBetween(9_998L, 10_002L);
  }

  @Test
  void aLostRpcIsCountedOrFailsTheCell() {
    world.losesEvery = 100;
    OpenLoopDriver counting = driver(Loss.COUNTS, Cadence.POISSON, 1000, Waiting.SLEEPING);
    run(counting, 5 * SECOND);
    assertThat((double) counting.failed()).isCloseTo(50, within(5.0));
    assertThat(counting.completed() + counting.failed()).isEqualTo(world.calls);

    OpenLoopDriver failing = driver(Loss.FAILS, Cadence.POISSON, 1000, Waiting.SLEEPING);
    assertThatThrownBy(() -> run(failing, 5 * SECOND)).isInstanceOf(RpcFailedException.class);
  }

  /** A send takes 1.25 ms of work where one is due each ms: 80 % can be sent. */
  @Test
  void aGeneratorThatIsTooSlowInvalidatesTheCellAndSaysWhy() {
    world.sendNanos = 1_250_000;
    OpenLoopDriver driver = driver(Loss.FAILS);
    run(driver, 10 * SECOND);

    assertThat(value(driver, FigureName.RATE_ASKED)).isCloseTo(1000, within(1.0));
    assertThat(value(driver, FigureName.RATE_SENT)).isCloseTo(800, within(10.0));
    assertThat(driver.violations()).hasSize(2);
    assertThat(driver.violations().get(0))
        .matches(
            "open loop: 80\\d\\d RPCs of the 100\\d\\d that were due in 10.0 s were sent: the .*");
    assertThat(driver.violations().get(1))
        .isEqualTo(
            "open loop: the generator's thread worked for 100 % of the time: its own CPU was the"
                + " limit");

    driver.discardWindow();
    assertThat(driver.violations()).as("what only warms violates nothing").isEmpty();
  }

  /** Of each ms half is work, and half is spent looking at the clock. */
  @Test
  void spinningIsNotWorkAndIsTold() {
    world.sendNanos = MILLI / 2;
    world.lookNanos = 1000;
    OpenLoopDriver driver = driver(Loss.FAILS, Cadence.CONSTANT, 1000, Waiting.SPINNING);
    run(driver, 10 * SECOND);

    assertThat(value(driver, FigureName.CPU_CLIENT_SPIN)).isCloseTo(50, within(1.0));
    assertThat(driver.violations()).isEmpty();
    assertThat(micros(driver, Series.SEND_LAG, 100)).isLessThanOrEqualTo(2);
  }

  @Test
  void everyConnectionHasItsTurn() {
    world.connections = 1500;
    OpenLoopDriver driver = driver(Loss.FAILS);
    driver.settle();
    assertThat(world.called.cardinality()).isEqualTo(1500);
    assertThat(world.calls).isEqualTo(1500);

    world.called.clear();
    driver.resetCounts();
    run(driver, 2 * SECOND);
    assertThat(world.called.cardinality()).isEqualTo(1500);
    assertThat(driver.completed()).isBetween(1_998L, 2_002L);
  }

  @Test
  void overADelayEachHasTwentyFourTurnsFirst() {
    world.connections = 10;
    rttNanos = 30 * MILLI;
    OpenLoopDriver driver = driver(Loss.FAILS);
    driver.settle();
    assertThat(world.calls).isEqualTo(240);
    assertThat(world.mostInFlight).isEqualTo(10);
  }

  @Test
  void silenceIsATimeout() {
    world.silentFrom = SECOND;
    OpenLoopDriver driver = driver(Loss.FAILS, Cadence.CONSTANT, 100, Waiting.SLEEPING);
    assertThatThrownBy(() -> run(driver, 10 * SECOND))
        .isInstanceOf(RpcFailedException.class)
        .hasMessageEndingWith("no response within 2.0 s");
  }

  private record Answer(long at, int id, Request request, boolean lost) {}

  /** Answers 1 ms after a request, when the loop runs. */
  private static final class World implements RpcClient, ScheduledDriver.Loop {
    long now = 1;
    LongUnaryOperator serverReady = t -> t;
    long clientStallsAt = Long.MAX_VALUE;
    long silentFrom = Long.MAX_VALUE;
    int losesEvery = Integer.MAX_VALUE;
    int connections = 1;
    long sendNanos;
    long lookNanos;
    long cpu;
    int calls;
    int mostInFlight;
    final BitSet called = new BitSet();
    private ResponseHandler handler;
    private final PriorityQueue<Answer> answers =
        new PriorityQueue<>(Comparator.comparingLong(Answer::at));

    @Override
    public void run(long waitNanos) {
      if (now >= clientStallsAt) {
        clientStallsAt = Long.MAX_VALUE;
        now += 500 * MILLI;
      }
      if (waitNanos < 0) {
        now += lookNanos;
        cpu += lookNanos;
      }
      long until = waitNanos < 0 ? now : now + waitNanos;
      if (answers.isEmpty() || answers.peek().at() > until) {
        now = until;
        return;
      }
      now = Math.max(now, answers.peek().at());
      while (!answers.isEmpty() && answers.peek().at() <= now) {
        Answer answer = answers.poll();
        if (answer.lost()) {
          handler.onFailure(answer.id(), new TimeoutException("lost"));
        } else {
          handler.onResponse(answer.id(), RpcService.answer(answer.request()));
        }
      }
    }

    @Override
    public void call(int requestId, Request request, ResponseHandler to) {
      handler = to;
      calls++;
      called.set(Integer.remainderUnsigned(requestId, connections));
      now += sendNanos;
      cpu += sendNanos;
      if (now < silentFrom) {
        long at = serverReady.applyAsLong(now) + MILLI;
        answers.add(new Answer(at, requestId, request, calls % losesEvery == 0));
        mostInFlight = Math.max(mostInFlight, answers.size());
      }
    }

    @Override
    public void cancel(int requestId) {}

    @Override
    public void flush() {}

    @Override
    public int connectionsOpened() {
      return 1;
    }

    @Override
    public Map<String, String> negotiated() {
      return Map.of();
    }

    @Override
    public Future<Void> close() {
      throw new UnsupportedOperationException();
    }
  }
}
