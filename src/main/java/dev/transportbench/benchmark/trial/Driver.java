package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.forensics.RpcTimes;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.Reading;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.RpcClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Sends from the client's loop what a benchmark counts as an RPC, by a plan of its own, and counts
 * and times what came of it. Every method is called on the loop's thread, which is JMH's; the loop
 * runs only inside {@link #completeOne} and {@link #drain}. Allocates nothing per RPC.
 *
 * <p>Counts and times are those of the window since {@link #resetCounts}.
 */
public interface Driver extends AutoCloseable {

  /**
   * Runs the loop until one more RPC is completed and verified than calls of this method have
   * returned.
   *
   * @throws RpcFailedException when an RPC failed that must not
   */
  void completeOne();

  /**
   * Waits for the RPCs in flight; sends no new one.
   *
   * @throws RpcFailedException when an RPC failed that must not
   */
  void drain();

  /**
   * Called once, when the link is as the cell wants it and before the first window: may send what
   * belongs to no figure.
   *
   * @throws RpcFailedException when an RPC failed that must not
   */
  default void settle() {}

  /** The window that has been drained only warmed: it violates nothing. */
  default void discardWindow() {}

  /** Starts a window. Call with nothing in flight. */
  void resetCounts();

  /** RPCs completed and verified. */
  long completed();

  long failed();

  /** How often the loop woke up and completed at least one RPC. */
  long wakeups();

  /** Application payload of the completed RPCs, both ways together. */
  long payloadBytes();

  /** In ns; live, not copies. At least {@link Series#LATENCY}. */
  Map<Series, Histogram> times();

  /** Figures of the window that only this driver knows, beside those of every cell. */
  default Map<FigureName, Reading> readings() {
    return Map.of();
  }

  /** Whose counters are the window's, where the driver opens clients of its own. */
  default RpcClient counted(RpcClient ofTrial) {
    return ofTrial;
  }

  /** What a fork's record keeps beside the figures, of all measured windows. */
  default Map<String, Object> evidence() {
    return Map.of();
  }

  /** Why the figures mean nothing, over all windows so far: one line each. */
  default List<String> violations() {
    return List.of();
  }

  /**
   * Has each RPC's times recorded from now on.
   *
   * @return each RPC's payload; empty from a driver that cannot, or whose RPCs are unlike
   */
  default Optional<RpcBytes> record(RpcTimes times) {
    return Optional.empty();
  }

  /** Nothing that is in flight will be answered: the next wait throws. On the loop's thread. */
  void abort(String why);

  @Override
  void close();

  /** Completes {@code count} RPCs, and then those still in flight. */
  default void complete(int count) {
    for (int i = 0; i < count; i++) {
      completeOne();
    }
    drain();
  }
}
