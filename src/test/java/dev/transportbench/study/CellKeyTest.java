package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CellKeyTest {
  private static final Map<String, String> PARAMS = Map.of("b", "2", "a", "1");

  @Test
  void sortsParametersByName() {
    assertThat(CellKey.key("x.Y.z", PARAMS, "thrpt")).isEqualTo("x.Y.z[a=1,b=2]");
  }

  @Test
  void namesAnyOtherMode() {
    assertThat(CellKey.key("x.Y.z", PARAMS, "avgt")).isEqualTo("x.Y.z[a=1,b=2]:avgt");
  }

  @Test
  void aSlugIsReadableAndEndsInTheHashOfTheKey() {
    // printf 'x.Y.z[a=1,b=2]' | sha256sum
    assertThat(CellKey.slug("x.Y.z", PARAMS, "thrpt")).isEqualTo("y-z-1-2-ffce4eb1");
  }

  @Test
  void aSlugIsSafeAsAFileName() {
    Map<String, String> params = Map.of("profile", "../etc/Ünder|score", "long", "n".repeat(300));

    assertThat(CellKey.slug("x.Y.z", params, "thrpt"))
        .matches("[a-z0-9][a-z0-9.-]*-[0-9a-f]{8}")
        .hasSizeLessThan(100);
  }
}
