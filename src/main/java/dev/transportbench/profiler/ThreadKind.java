package dev.transportbench.profiler;

import java.util.List;

/** Whose CPU time a thread's is, told by the name that the kernel shows (cut to 15 characters). */
public enum ThreadKind {
  CLIENT(List.of("client-")),
  SERVER(List.of("server-")),
  /** Collector threads and the VM thread, which runs the pauses. */
  GC(List.of("GC Thread", "ParGC", "G1 ", "VM Thread", "ZWorker", "Shenandoah")),
  JIT(List.of("C1 Compiler", "C2 Compiler", "JVMCI")),
  OTHER(List.of());

  private final List<String> prefixes;

  ThreadKind(List<String> prefixes) {
    this.prefixes = prefixes;
  }

  static ThreadKind of(String threadName) {
    for (ThreadKind kind : values()) {
      for (String prefix : kind.prefixes) {
        if (threadName.startsWith(prefix)) {
          return kind;
        }
      }
    }
    return OTHER;
  }
}
