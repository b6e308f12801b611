package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fresh forks do to a verdict. */
class SecondLookTest {
  @TempDir Path folder;
  private int files;

  /** Six forks a side of a time, and of bytes that are the same in all forks. */
  private Compared compared(double time, double bytes) throws IOException {
    return Comparer.compare(side(1, 1), side(time, bytes), true);
  }

  private Path side(double time, double bytes) throws IOException {
    double[][] wire = JmhText.forks(1, 6, 1000 * bytes, 0);
    return Files.writeString(
        folder.resolve("side" + files++),
        JmhText.file(
            JmhText.entry(
                "a.B.c",
                "avgt",
                Map.of(),
                JmhText.metric("us/op", JmhText.forks(files, 6, 100 * time, 0.01)),
                JmhText.secondary("wire.bytes.up", "B", wire))));
  }

  private static Outcome outcome(Compared compared, String figure) {
    return compared.cells().get(0).figures().stream()
        .filter(pair -> pair.name().equals(figure))
        .map(FigurePair::outcome)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsSeenAgainStands() throws IOException {
    Compared first = compared(1.2, 1);

    assertThat(SecondLook.cells(first)).containsExactly("a.B.c[]:avgt");
    Outcome outcome = outcome(SecondLook.confirmed(first, compared(1.19, 1)), "time");
    assertThat(outcome.verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(outcome.reasons().toString()).contains("6 fresh forks a side show +1");
  }

  @Test
  void whatIsNotSeenAgainOrTheOtherWayRoundIsOpen() throws IOException {
    Compared first = compared(1.2, 1);

    for (Compared again : new Compared[] {compared(1, 1), compared(0.8, 1), null}) {
      Outcome outcome = outcome(SecondLook.confirmed(first, again), "time");
      assertThat(outcome.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
      assertThat(outcome.reasons().toString())
          .contains(again == null ? "could not be measured again" : "do not show it again");
    }
  }

  @Test
  void exactFiguresAndCellsWithoutAChangeNeedNone() throws IOException {
    Compared bytes = compared(1, 1.02);

    assertThat(outcome(bytes, "wire.bytes.up").verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(SecondLook.cells(bytes)).isEmpty();
    assertThat(outcome(SecondLook.confirmed(bytes, null), "wire.bytes.up").verdict())
        .isEqualTo(Verdict.REGRESSED);
  }
}
