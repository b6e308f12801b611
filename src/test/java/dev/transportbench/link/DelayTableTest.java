package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Impairment.JitterDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayTableTest {
  /** Mean, deviation, least and most of netem's own tables, in σ. */
  @ParameterizedTest
  @CsvSource({
    "NORMAL, 0, 1, -4, 3.52",
    "PARETO, -.034, .820, -.667, 4",
    "PARETONORMAL, -.025, .834, -1.5, 3.88",
    "EXPERIMENTAL, -.011, .879, -1.29, 4",
    "UNIFORM, 0, .5774, -1, 1"
  })
  void hasTheMomentsOfNetems(
      JitterDistribution distribution, double mean, double deviation, double least, double most) {
    DelayTable table = DelayTable.of(distribution, "");
    assertThat(table.size()).isEqualTo(4096);
    assertThat(table.mean()).isCloseTo(mean, within(0.005));
    assertThat(table.deviation()).isCloseTo(deviation, within(0.01));
    assertThat(table.entry(0) / 8192.0).isCloseTo(least, within(0.02));
    assertThat(table.entry(4095) / 8192.0).isCloseTo(most, within(0.02));
    for (int i = 1; i < table.size(); i++) {
      assertThat(table.entry(i)).isGreaterThanOrEqualTo(table.entry(i - 1));
    }
  }

  @Test
  void readsATableInNetemsFormat(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("mine.dist"), "# mine\n -8192 0\n\n 4096\t8192\n");
    DelayTable table = DelayTable.read(file.toString());
    assertThat(table.size()).isEqualTo(4);
    assertThat(table.entry(2)).isEqualTo(4096);
    assertThat(table.mean()).isEqualTo(0.125);
  }

  @Test
  void refusesWhatIsNoTable(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.dist"), "0\n40000\n");
    assertThatThrownBy(() -> DelayTable.read(file.toString()))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            file
                + ":2: (table): '40000' is not a table's entry; allowed: whole numbers from -32768"
                + " to 32767");
    assertThatThrownBy(() -> DelayTable.read("none.dist"))
        .hasMessage(
            "table: 'none.dist' does not exist; allowed: a path to a table in netem's .dist format");
  }
}
