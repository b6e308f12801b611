package dev.transportbench.ledger;

import java.util.List;
import java.util.Map;

/**
 * What a fork of its own, whose times are never used, found by sampling stacks.
 *
 * @param notAvailable why there is no profile; null when there is one, and then all else is not
 * @param engine what took the CPU samples: {@code perf events}, which see the kernel's frames too,
 *     or {@code ctimer}, which do not
 * @param intervalMicros CPU time between two samples of a thread
 * @param cpu shares of each side's CPU time, by side ({@code client}, {@code server}, {@code gc},
 *     {@code jit}, {@code other})
 * @param alloc shares of each side's heap allocation; empty when not sampled
 * @param nativeMemory shares of the bytes that each side asked of malloc; empty when not sampled
 */
public record StackProfile(
    String notAvailable,
    String engine,
    double intervalMicros,
    Map<String, Shares> cpu,
    Map<String, Shares> alloc,
    Map<String, Shares> nativeMemory) {
  /** The sides whose layers are figures of their own; the collector's and compiler's are one. */
  public static final List<String> SIDES = List.of("client", "server");

  /** The figure of all sides' CPU time in a layer, µs per RPC. */
  public static String figure(String layer) {
    return "cpu.layer." + layer;
  }

  /** The figure of one side's CPU time in a layer, µs per RPC. */
  public static String figure(String side, String layer) {
    return "cpu.layer." + side + "." + layer;
  }

  /**
   * One side's samples.
   *
   * @param samples how many there are
   * @param perRpc what the side used per RPC while it was sampled, the profiler's own price
   *     included: µs or B by the samples' own weights
   * @param layers label → share of the samples' weight, 0 to 1; layers without a sample are left
   *     out
   * @param top the classes that most bytes went to, the first ten; empty for CPU
   */
  public record Shares(long samples, double perRpc, Map<String, Double> layers, List<Top> top) {

    /**
     * Half of the 95 % interval of a share: what the number of samples allows to say. The normal
     * approximation of the binomial, with two successes and two failures added (Agresti and Coull).
     */
    public double error(String layer) {
      double n = samples + 4.0;
      double p = (layers.getOrDefault(layer, 0.0) * samples + 2) / n;
      return 1.96 * Math.sqrt(p * (1 - p) / n);
    }
  }

  /** A class and its share of the bytes. */
  public record Top(String name, double share) {}

  /** A profile that could not be made. */
  public static StackProfile none(String why) {
    return new StackProfile(why, null, 0, Map.of(), Map.of(), Map.of());
  }
}
