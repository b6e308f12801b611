package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading back what the kernel took, on recordings of the real one. */
class AppliedSettingsTest {
  private record Recording(String profile, String json) {
    Impairment asked() {
      return LinkProfiles.load(profile).with(Semantics.KERNEL).up();
    }

    List<Tc.Discipline> disciplines() {
      return Tc.Discipline.ofJson(json);
    }

    List<String> differencesFrom(Impairment asked) {
      List<Tc.Discipline> all = disciplines();
      return new NetemCheck.Reading(all.get(0), all.size() > 1 ? all.get(1) : null)
          .differencesFrom(asked);
    }
  }

  @Test
  void whatWasAskedIsRecognised() throws Exception {
    for (Recording recording : recordings()) {
      List<String> differences = recording.differencesFrom(recording.asked());
      if (recording.profile().equals("netem:duplicate 3% 10%")) {
        // tc drops it, unless something else is correlated too.
        assertThat(differences).containsExactly("duplicate correlation: asked 0.1, applied 0.0");
      } else {
        assertThat(differences).as(recording.profile()).isEmpty();
      }
    }
  }

  @Test
  void whatAnotherAskedIsNot() throws Exception {
    for (Recording one : recordings()) {
      for (Recording other : recordings()) {
        if (!one.equals(other)) {
          assertThat(one.differencesFrom(other.asked()))
              .as(one.profile() + " for " + other.profile())
              .isNotEmpty();
        }
      }
    }
  }

  @Test
  void aDifferenceNamesTheField() throws Exception {
    Recording firefly = recordings().get(0);
    assertThat(differences(firefly, "netem:limit 50000 delay 15ms 2.6ms loss 0.5%"))
        .containsExactly("jitter µs: asked 2600.0, applied 2499.0");
    assertThat(differences(firefly, "netem:limit 50000 delay 15ms 2.5ms loss 0.51%"))
        .containsExactly("loss: asked 0.0051, applied 0.005");
    assertThat(differences(firefly, "netem:limit 50001 delay 15ms 2.5ms loss gemodel 0.5%"))
        .hasSize(5)
        .contains("limit packets: asked 50001.0, applied 50000.0")
        .contains("loss: asked 0.0, applied 0.005")
        .contains("gemodel p: asked 0.005, applied 0.0");
    Recording bucket =
        recordings().stream().filter(r -> r.profile().equals("wpt-fios")).findFirst().orElseThrow();
    assertThat(bucket.differencesFrom(LinkProfiles.load("wpt-fios").down()))
        .containsExactly("tbf rate bit/s: asked 2.0E7, applied 5000000.0");
  }

  private static List<String> differences(Recording recording, String asked) {
    return recording.differencesFrom(LinkProfiles.load(asked).up());
  }

  @Test
  void countersAreRead() throws Exception {
    List<Recording> all = recordings();
    assertThat(only(all, "netem:loss 33.3333333%").drops()).isEqualTo(7);
    assertThat(only(all, "netem:loss 33.3333333%").packets()).isEqualTo(13);
    assertThat(only(all, "netem:loss 33.3333333%").bytes()).isEqualTo(13 * 98);
    assertThat(only(all, "netem:delay 60s 1ms").waiting()).isEqualTo(20);
    assertThat(only(all, "netem:delay 60s 1ms").device()).isEqualTo("va");
  }

  private static Tc.Discipline only(List<Recording> all, String profile) {
    return all.stream()
        .filter(r -> r.profile().equals(profile))
        .map(r -> r.disciplines().get(0))
        .findFirst()
        .orElseThrow();
  }

  private static List<Recording> recordings() throws Exception {
    List<Recording> recordings = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                AppliedSettingsTest.class.getResourceAsStream("/netem-qdisc/linux-6.1.txt"),
                StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.startsWith("#")) {
          recordings.add(new Recording(line, in.readLine()));
        }
      }
    }
    return recordings;
  }
}
