package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureReasonTest {
  @TempDir Path folder;

  private String reason(String log) throws IOException {
    Path file = Files.writeString(folder.resolve("x.log"), log);
    return FailureReason.of(
        new RuntimeException("outer", new IllegalStateException("inner")), file);
  }

  @Test
  void prefersTheLastCauseOfTheFirstStackTrace() throws IOException {
    assertThat(
            reason(
                """
                # Fork: 1 of 1
                java.lang.RuntimeException: outer
                \tat x.Y.z(Y.java:1)
                Caused by: java.net.BindException: Address in use
                \tat x.Y.z(Y.java:1)
                java.lang.IllegalStateException: a later one
                """))
        .isEqualTo("java.net.BindException: Address in use");
  }

  @Test
  void takesTheJvmsComplaintWhenNothingWasThrown() throws IOException {
    assertThat(reason("# Fork\nError: Could not create the Java Virtual Machine.\n"))
        .isEqualTo("Error: Could not create the Java Virtual Machine.");
  }

  @Test
  void elseSaysWhatJmhSaid() throws IOException {
    assertThat(reason("# Fork\n")).isEqualTo("inner");
    assertThat(FailureReason.of(new RuntimeException("x\n  y"), folder.resolve("none")))
        .isEqualTo("x y");
  }
}
