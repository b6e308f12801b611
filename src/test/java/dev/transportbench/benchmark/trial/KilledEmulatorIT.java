package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.transportbench.link.Backend;
import dev.transportbench.link.ChildJvm;
import dev.transportbench.link.LinkSupport;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without its emulator a link carries nothing: the trial says so at once, not as a lost RPC. */
class KilledEmulatorIT {
  @ParameterizedTest
  @ValueSource(strings = {"tcp", "quic"})
  @Timeout(60)
  void endsTheTrialAndIsNamed(String transport) throws Exception {
    assumeTrue(
        LinkSupport.whyNot(Backend.TUN).isEmpty(),
        () -> LinkSupport.whyNot(Backend.TUN).orElse(""));
    long[] killed = new long[1];
    long[] noticed = new long[1];
    try (Trial trial =
        Trial.start(
            TrialCells.settings(transport, 1024, 4, "cellular-firefly", Backend.TUN),
            Workload.closedLoop())) {
      trial.beginIteration(true);
      CompletableFuture<Void> killing =
          CompletableFuture.runAsync(
              () -> {
                killed[0] = System.nanoTime();
                ChildJvm.emulatorOf(ProcessHandle.current()).destroyForcibly();
              },
              CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
      assertThatThrownBy(
              () -> {
                while (true) {
                  trial.completeOne();
                }
              })
          .hasMessage("the link's emulator ended (signal 9): no packet passes any more");
      noticed[0] = System.nanoTime();
      killing.join();
    } catch (IOException e) {
      // Its evidence is gone with it.
      assertThat(e).hasMessage("the link's emulator ended (signal 9): no packet passes any more");
    }
    long closed = System.nanoTime();
    assertThat(noticed[0] - killed[0]).isLessThan(TimeUnit.SECONDS.toNanos(2));
    // A connection that cannot say farewell is not waited for.
    assertThat(closed - noticed[0]).isLessThan(TimeUnit.SECONDS.toNanos(10));
  }
}
