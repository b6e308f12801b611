package dev.transportbench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Parsers of one package and what they are fed with. A second each in CI; ten million inputs each
 * under {@code -Pslow}, or as many as {@code -Dfuzz.inputs} says.
 */
public abstract class FuzzCases {
  private static final long BRIEFLY_MILLIS = 1000;
  private static final long MANY_INPUTS = Long.getLong("fuzz.inputs", 10_000_000);
  private static final long NO_LIMIT_MILLIS = 3_600_000;
  private static final long SEED = 42;

  /** Reads one input, on several threads at a time. */
  public interface Parser {
    /**
     * @param random for what else is chosen, such as where the input is cut
     */
    void parse(byte[] input, SplittableRandom random) throws Exception;
  }

  /**
   * One parser.
   *
   * @param seeds valid inputs, from which the others are made
   * @param refusals how the parser says that an input is none
   */
  public record Case(
      String name, List<byte[]> seeds, Set<Class<? extends Throwable>> refusals, Parser parser) {}

  protected abstract Stream<Case> cases();

  /** Texts as inputs. */
  protected static List<byte[]> texts(String... texts) {
    return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /** A YAML file without lines that are comments: to change those finds nothing. */
  protected static byte[] withoutComments(byte[] yaml) {
    return new String(yaml, StandardCharsets.UTF_8)
        .replaceAll("(?m)^ *#.*\n", "")
        .getBytes(StandardCharsets.UTF_8);
  }

  @TestFactory
  Stream<DynamicTest> briefly() {
    return tests(Long.MAX_VALUE, BRIEFLY_MILLIS, 1);
  }

  @TestFactory
  @Tag("slow")
  Stream<DynamicTest> tenMillionInputs() {
    return tests(MANY_INPUTS, NO_LIMIT_MILLIS, MANY_INPUTS);
  }

  private Stream<DynamicTest> tests(long inputs, long millis, long atLeast) {
    return cases()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.name(),
                    () -> {
                      // The seeds must be valid, or all that is made of them fails at the start.
                      for (byte[] seed : each.seeds()) {
                        each.parser().parse(seed, new SplittableRandom(SEED));
                      }
                      Fuzz fuzz =
                          new Fuzz(each.name(), each.seeds(), each.refusals(), each.parser(), SEED);
                      long start = System.nanoTime();
                      long done = fuzz.run(inputs, millis);
                      if (atLeast > 1) {
                        report(each.name(), done, System.nanoTime() - start);
                      }
                      assertThat(done).isGreaterThanOrEqualTo(atLeast);
                    }));
  }

  /** What a run came to: how fast, and what is left in the heap of the most that it may be. */
  private static void report(String name, long inputs, long nanos) {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        "%-22s %,12d inputs in %5.1f s: %,9.0f/s; heap then %d MiB, at most %d MiB%n",
        name,
        inputs,
        nanos / 1e9,
        inputs * 1e9 / nanos,
        runtime.totalMemory() - runtime.freeMemory() >> 20,
        runtime.maxMemory() >> 20);
  }
}
