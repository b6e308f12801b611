package dev.transportbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InputPathTest {
  private static YamlNode table(String yaml) {
    Map<String, YamlNode> fields = YamlNode.read("a/b.yaml", yaml).fields(Set.of("table"));
    return fields.get("table");
  }

  @Test
  void isRelativeToTheFileThatNamesIt() {
    assertThat(InputPath.beside(table("table: ../c.dist"))).isEqualTo(Path.of("c.dist"));
    assertThat(InputPath.of("study", "x/y")).isEqualTo(Path.of("x/y"));
  }

  @Test
  void oneThatIsNoneIsRefusedInOneLine() {
    assertThatThrownBy(() -> InputPath.of("study", "x\0y"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("study: 'x\\0y' is no path; allowed: a path of this system");
    assertThatThrownBy(() -> InputPath.beside(table("\ntable: \"x\\0y\"")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("a/b.yaml:2: table: ")
        .hasMessageEndingWith("is no path; allowed: a path of this system");
  }

  /** Found by the millionth input of a parser: SnakeYAML has another exception for these. */
  @Test
  void aTagThatIsNoneIsNoYaml() {
    assertThatThrownBy(() -> YamlNode.read("f.yaml", "!%c"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("f.yaml:1: not YAML: ")
        .hasMessageEndingWith("; allowed: one YAML document");
  }
}
