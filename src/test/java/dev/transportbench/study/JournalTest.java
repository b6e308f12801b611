package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.study.noise.Noise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void fileInFolder() {
    file = folder.resolve("journal.jsonl");
  }

  private static Journal.Entry entry(int fork) {
    return new Journal.Entry(
        "cell",
        fork,
        Journal.Status.ok,
        null,
        "r",
        "j",
        "l",
        "2026-01-01T00:00:00Z",
        9.5,
        new Noise(null, 0.5, 1.25, 2100.0, null, null),
        0);
  }

  private void begun(int forks) throws IOException {
    try (Journal journal = Journal.open(file)) {
      journal.begin(new Journal.Header("s", "plan", "jar", "java", Map.of("a", 1)));
      for (int fork = 0; fork < forks; fork++) {
        journal.append(entry(fork));
      }
    }
  }

  @Test
  void readsBackWhatItWrote() throws IOException {
    begun(2);

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.header().plan()).isEqualTo("plan");
      assertThat(journal.entries()).containsExactly(entry(0), entry(1));
    }
  }

  @Test
  void aLineOfBeforeTheMachineWasWatchedIsStillRead() throws IOException {
    begun(0);
    Files.writeString(
        file,
        "{\"cell\":\"c\",\"fork\":1,\"status\":\"ok\",\"seconds\":2.5}\n",
        java.nio.file.StandardOpenOption.APPEND);

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.entries()).hasSize(1);
      assertThat(journal.entries().get(0).noise()).isNull();
      assertThat(journal.entries().get(0).attempt()).isZero();
    }
  }

  @Test
  void aTornLastLineIsDroppedAndTheNextStartsCleanly() throws IOException {
    begun(2);
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() - 7));

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.entries()).containsExactly(entry(0));
      journal.append(entry(1));
    }
    assertThat(Files.readString(file)).isEqualTo(whole);
  }

  @Test
  void aTornHeaderIsAJournalThatHasNotBegun() throws IOException {
    Files.writeString(file, "{\"study\":\"s\",\"pl");

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.header()).isNull();
    }
    begun(1);
    assertThat(Files.readAllLines(file)).hasSize(2);
  }

  @Test
  void aFaultBeforeTheLastLineIsNoCrash() throws IOException {
    begun(1);
    Files.writeString(file, "garbage\n{}\n", StandardOpenOption.APPEND);

    assertThatThrownBy(() -> Journal.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            file + ":3: is not a line of a journal; allowed: a folder that a run has written");
  }

  @Test
  void onlyOneCanHoldIt() throws IOException {
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.header()).isNull();
      assertThatThrownBy(() -> Journal.open(file))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("is being written by another run");
    }
  }

  @Test
  void nothingCountsOnceItIsStopped() throws IOException {
    begun(1);

    try (Journal journal = Journal.open(file)) {
      journal.stop();
      assertThat(journal.append(entry(1))).isFalse();
    }
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.entries()).containsExactly(entry(0));
    }
  }
}
