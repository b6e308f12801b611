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
 * under {@code -Pslow}.
 */
public abstract class FuzzCases {
  private static final long BRIEFLY_MILLIS = 1000;
  private static final long MANY_INPUTS = 10_000_000;
  private static final long NO_LIMIT_MILLIS = 3_600_000;
  private static final long SEED = 42;

  /** Reads one input. */
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
                      assertThat(fuzz.run(inputs, millis)).isGreaterThanOrEqualTo(atLeast);
                    }));
  }
}
