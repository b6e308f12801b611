package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Family;
import dev.transportbench.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a jar against itself shows, and what a later comparison makes of that. */
class FloorTest {
  @TempDir Path folder;

  private Path file(String name, int seed, double mean) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        JmhText.file(
            JmhText.entry(
                "a.B.c",
                "avgt",
                Map.of(),
                JmhText.metric("ns/op", JmhText.forks(seed, 6, mean, 0.01)),
                "")));
  }

  private static FigurePair figure(Compared compared) {
    return compared.cells().get(0).figures().get(0);
  }

  private Floor floor(double headMean) throws IOException {
    Compared quiet = Comparer.compare(file("a", 1, 20), file("b", 2, 20), false);
    Compared shifted = Comparer.compare(file("c", 3, 20), file("d", 4, headMean), false);
    return Floor.of("gate", Map.of("cpu", "x"), 6, List.of(quiet, shifted));
  }

  @Test
  void countsFalseVerdictsAndTheLargestChange() throws IOException {
    Floor floor = floor(24);

    Floor.OfFigure score = floor.figures().values().iterator().next();
    assertThat(score.comparisons()).isEqualTo(2);
    assertThat(score.falseVerdicts()).isEqualTo(1);
    assertThat(score.falseFamilies()).isEqualTo(0.5);
    assertThat(score.variation()).isCloseTo(0.01, within(0.006));
    assertThat(score.largestChange()).isCloseTo(0.2, within(0.03));
    assertThat(FloorText.lines(floor).get(0))
        .isEqualTo("1 false verdict in 2 comparisons of a jar with itself, 6 forks a side");
  }

  @Test
  void noVerdictOnWhatIdenticalJarsShowedToo() throws IOException {
    Path base = file("base", 5, 20);
    Path head = file("head", 6, 22);
    Judging judging = Judging.once(false);
    assertThat(figure(Comparer.compare(base, head, judging)).outcome().verdict())
        .isEqualTo(Verdict.REGRESSED);

    FigurePair below = figure(Comparer.compare(base, head, judging.with(floor(24))));

    assertThat(below.outcome().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(below.outcome().reasons()).last().asString().contains("identical jars differed by");
    assertThat(figure(Comparer.compare(base, head, judging.with(floor(20)))).outcome().verdict())
        .isEqualTo(Verdict.REGRESSED);
  }

  @Test
  void isReadAgainAndRefusedElsewhere() throws IOException {
    Path file = folder.resolve("aa.json");
    LedgerJson.write(file, floor(20));

    Floor.read(file).refuseUnlike(Map.of("cpu", "x", "cores", "2"));
    assertThatThrownBy(() -> Floor.read(file).refuseUnlike(Map.of("cpu", "y")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cpu x, not y; allowed: ");
    for (String text : List.of("", "[]", "{}", "{\"schemaVersion\": 9, \"figures\": {}}", "x")) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> Floor.read(file))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("is no floor; allowed: ");
    }
  }

  /** A verdict once given stands, though the forks that came later say otherwise. */
  @Test
  void laterLooksTouchOnlyWhatIsOpen() throws IOException {
    Compared first = Comparer.compare(file("base", 5, 20), file("head", 6, 24), false);
    assertThat(figure(first).outcome().verdict()).isEqualTo(Verdict.REGRESSED);

    Compared second =
        Comparer.compare(
            file("base", 7, 20),
            file("head", 8, 20),
            new Judging(false, Family.ALPHA / 2, first, null));

    assertThat(figure(second)).isEqualTo(figure(first));
    assertThat(second.confidence()).isEqualTo(0.975);
    assertThat(CompareText.terminal(second)).contains("97.5 % interval");
  }
}
