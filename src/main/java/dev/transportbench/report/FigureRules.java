package dev.transportbench.report;

import dev.transportbench.stats.Assumption;
import dev.transportbench.stats.Direction;
import dev.transportbench.stats.Terms;
import java.util.Optional;
import java.util.Set;

/** How each figure is judged: which way is better, how small a change does not matter. */
public final class FigureRules {
  /** Below this many RPCs a second a JVM is not kept warm, and CPU gets no verdict. */
  public static final double LEAST_RPCS_FOR_CPU = 1000;

  /** JMH's own score in throughput mode. */
  public static final String SCORE_OF_THROUGHPUT = "throughput";

  /** JMH's own score in any other mode. */
  public static final String SCORE_OF_TIME = "time";

  /** Time and CPU. */
  static final double TIME_BAND = 0.03;

  static final double ALLOCATION_BAND = 0.01;
  static final double WIRE_BAND = 0.005;

  /** Less than this per operation is a profiler's own noise, not an allocation. */
  private static final double TRIFLING_BYTES = 0.5;

  /** Shown, not judged: counts, extremes, and parts too small for a verdict of their own. */
  private static final Set<String> CONTEXT =
      Set.of(
          "latency.max",
          "latency.n",
          "latency.loss.max",
          "latency.loss.n",
          "cpu.gc",
          "cpu.jit",
          "cpu.other",
          // Of a whole iteration, not per operation.
          "gc.time",
          "gc.count",
          "rpc.completed",
          "rpc.failed",
          "rpc.per.wakeup",
          "connections",
          "p0.00",
          "p1.00");

  /** Where many figures are judged, these are only shown. */
  private static final Set<String> PARTS =
      Set.of(
          // By sampled ticks, with an error of their own.
          "cpu.client.kernel",
          "cpu.client.kernel.error",
          "cpu.server.kernel",
          "cpu.server.kernel.error",
          // What chance lost is within the bytes and the packets; so are acknowledgements.
          "wire.acks.up",
          "wire.acks.down",
          "wire.retransmitted.up",
          "wire.retransmitted.down",
          "wire.overhead",
          "wire.packet.mean.up",
          "wire.packet.mean.down");

  private FigureRules() {}

  /** Empty for a figure that is no better for being smaller or larger. */
  public static Optional<Terms> terms(String name, String unit) {
    // What the model says, and what chance lost, is neither better nor worse.
    boolean ofChance = name.startsWith("loss.") || name.startsWith("latency.loss.predicted.");
    if (CONTEXT.contains(name) || ofChance) {
      return Optional.empty();
    }
    if (name.startsWith("wire.")) {
      return Optional.of(lower(WIRE_BAND, 0, Assumption.DETERMINISTIC));
    }
    switch (Unit.of(unit).dimension()) {
      case RATE:
        return Optional.of(higher());
      case TIME:
        // The ledger's are us and ns, each per RPC; JMH's profilers give ms of a whole iteration.
        // A score in time per nothing is what its mode says: per operation.
        boolean perOperation =
            unit.contains("/")
                || unit.equals("us")
                || unit.equals("ns")
                || name.equals(SCORE_OF_TIME);
        return perOperation ? Optional.of(lower(TIME_BAND, 0, Assumption.NOISY)) : Optional.empty();
      case EVENTS:
        return Optional.of(lower(TIME_BAND, 0, Assumption.NOISY));
      case BYTES:
        double trifle = TRIFLING_BYTES / Unit.of(unit).factor();
        return Optional.of(lower(ALLOCATION_BAND, trifle, Assumption.NOISY));
      default:
        return ofScore(name);
    }
  }

  /** Where the unit does not tell, as other tools write it ({@code # / s}), the mode does. */
  private static Optional<Terms> ofScore(String name) {
    return switch (name) {
      case SCORE_OF_THROUGHPUT -> Optional.of(higher());
      case SCORE_OF_TIME -> Optional.of(lower(TIME_BAND, 0, Assumption.NOISY));
      default -> Optional.empty();
    };
  }

  /** Whether another figure, which is judged, holds this one: a family more would err once more. */
  public static boolean isPart(String name) {
    // CPU by bytes instead of by RPCs is the same CPU.
    return PARTS.contains(name) || name.endsWith(".per.gib");
  }

  private static Terms higher() {
    return new Terms(Direction.HIGHER_IS_BETTER, TIME_BAND, 0, Assumption.NOISY);
  }

  private static Terms lower(double band, double trifle, Assumption assumption) {
    return new Terms(Direction.LOWER_IS_BETTER, band, trifle, assumption);
  }
}
