package dev.transportbench.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessUsageTest {
  /** Read by nobody; keeps allocations from being optimised away. */
  static volatile Object sink;

  @ParameterizedTest
  @CsvSource({
    "client-0, CLIENT",
    "server-0, SERVER",
    "GC Thread#1, GC",
    "VM Thread, GC",
    "G1 Service, GC",
    "C2 CompilerThre, JIT",
    "C1 CompilerThre, JIT",
    "main, OTHER",
    "VM Periodic Tas, OTHER",
    "parent-watch, OTHER"
  })
  void threadsAreToldByName(String name, ThreadKind kind) {
    assertThat(ThreadKind.of(name)).isEqualTo(kind);
  }

  @Test
  void aKnownLoadShowsOnItsOwnSide() throws Exception {
    long spunNanos = 200_000_000;
    long allocatedBytes = 50L << 20;
    AtomicLong serverCpu = new AtomicLong();
    Object ready = new Object();
    boolean[] go = new boolean[3];
    Thread server =
        new Thread(
            () -> {
              long from = CpuClock.threadNanos();
              raise(ready, go, 2);
              await(ready, go, 0);
              for (long i = 0; i < allocatedBytes >> 10; i++) {
                sink = new byte[1024 - 16];
              }
              while (CpuClock.threadNanos() - from < spunNanos) {
                Thread.onSpinWait();
              }
              serverCpu.set(CpuClock.threadNanos() - from);
              // Stays: a thread that ends takes its counters with it.
              await(ready, go, 1);
            },
            "server-test");
    server.start();
    await(ready, go, 2);
    Thread.sleep(20);

    ProcessUsage start = ProcessUsage.atStart();
    raise(ready, go, 0);
    long ownFrom = CpuClock.threadNanos();
    while (serverCpu.get() == 0) {
      Thread.sleep(5);
    }
    long own = CpuClock.threadNanos() - ownFrom;
    ProcessUsage.Window used = ProcessUsage.atEnd().sinceByClient(start);
    raise(ready, go, 1);
    server.join();

    long counted = used.cpuNanosByKind().get(ThreadKind.SERVER);
    assertThat((double) counted).isBetween(serverCpu.get() * 0.98, serverCpu.get() * 1.02 + 5e6);
    assertThat(used.cpuNanosByKind().get(ThreadKind.CLIENT)).isBetween(own, own + 20_000_000);
    long parts = used.cpuNanosByKind().values().stream().mapToLong(Long::longValue).sum();
    double allowed = Math.max(0.03 * used.processCpuNanos(), 0.005 * used.wallNanos());
    assertThat((double) parts)
        .isBetween(used.processCpuNanos() - allowed, used.processCpuNanos() + allowed);
    assertThat(used.allocatedBytesByKind().get(ThreadKind.SERVER))
        .isBetween(allocatedBytes, allocatedBytes + (1 << 20));
    assertThat(used.allocatedBytesByKind().get(ThreadKind.CLIENT)).isLessThan(1 << 20);
  }

  @Test
  void whatAThreadAllocatedThatEndedIsInTheProcessWhereTheJvmCountsIt() throws Exception {
    long allocatedBytes = 50L << 20;
    ProcessUsage start = ProcessUsage.atStart();
    Thread server =
        new Thread(
            () -> {
              for (long i = 0; i < allocatedBytes >> 10; i++) {
                sink = new byte[1024 - 16];
              }
            },
            "server-test");
    server.start();
    server.join();
    ProcessUsage.Window used = ProcessUsage.atEnd().sinceByClient(start);

    assertThat(used.allocatedBytesByKind().get(ThreadKind.SERVER)).isLessThan(1 << 20);
    if (ProcessUsage.countsEndedThreads()) {
      assertThat(used.allocatedBytes()).isBetween(allocatedBytes, allocatedBytes + (2 << 20));
    } else {
      assertThat(Runtime.version().feature()).isLessThan(21);
    }
  }

  private static void await(Object lock, boolean[] flags, int index) {
    synchronized (lock) {
      while (!flags[index]) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  private static void raise(Object lock, boolean[] flags, int index) {
    synchronized (lock) {
      flags[index] = true;
      lock.notifyAll();
    }
  }
}
