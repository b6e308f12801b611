package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A fork that hangs, as one whose transport never answers does. */
@Timeout(120)
class ForkWatchdogTest {
  @TempDir Path folder;

  /** What the fork runs. */
  static final class Hanging {
    private Hanging() {}

    public static void main(String[] args) throws Exception {
      Thread.currentThread().setName("client-0");
      awaitAResponseThatNeverComes();
    }

    private static void awaitAResponseThatNeverComes() throws InterruptedException {
      synchronized (Hanging.class) {
        System.out.println("hangs");
        Hanging.class.wait();
      }
    }
  }

  private static Process fork() throws Exception {
    Process fork =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of(Hanging.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString(),
                Hanging.class.getName())
            .redirectErrorStream(true)
            .start();
    // From here on it hangs where it should.
    assertThat(fork.inputReader().readLine()).isEqualTo("hangs");
    return fork;
  }

  @Test
  void isEndedAndItsThreadsAreKept() throws Exception {
    Path threads = folder.resolve("cell-0.threads.txt");
    Process fork = fork();
    try (ForkWatchdog watchdog = ForkWatchdog.start(Duration.ofMillis(300), threads)) {
      assertThat(fork.waitFor(60, TimeUnit.SECONDS)).isTrue();

      assertThat(watchdog.hung())
          .hasValue("hung: no end after 0 s; its threads are in logs/cell-0.threads.txt");
      assertThat(Files.readString(threads))
          .contains("\"client-0\"")
          .contains("awaitAResponseThatNeverComes");
    } finally {
      fork.destroyForcibly();
    }
  }

  @Test
  void isLeftAloneWhileThereIsTime() throws Exception {
    Process fork = fork();
    try (ForkWatchdog watchdog =
        ForkWatchdog.start(Duration.ofMinutes(5), folder.resolve("threads.txt"))) {
      assertThat(fork.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(watchdog.hung()).isEmpty();
    } finally {
      fork.destroyForcibly();
    }
  }
}
