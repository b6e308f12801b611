package dev.transportbench.link;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.transportbench.link.linux.Errno;
import dev.transportbench.link.linux.LibC;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The emulator's process, seen from the one that started it. A process of its own, so that a
 * garbage collection here cannot make a packet late, and so that its CPU time is nobody else's.
 */
final class EmulatorProcess implements AutoCloseable {
  // By name: the emulator's package uses this one, and not the other way round.
  static final String MAIN_CLASS = "dev.transportbench.link.emulator.EmulatorMain";

  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  // Java adds it to the number of the signal that ended a process.
  private static final int SIGNAL_STATUS = 128;
  // How the kernel spells "the CPU clock of process PID".
  private static final int PROCESS_CPU_CLOCK = 2;

  private final Process process;
  private final OutputStream commands;
  private final BufferedReader answers;
  private final String priority;
  private final long cpuNanosWhenReady;
  private final CompletableFuture<String> broken = new CompletableFuture<>();
  private volatile boolean closing;

  private EmulatorProcess(Process process) throws IOException {
    this.process = process;
    commands = process.getOutputStream();
    answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    String ready = answer(START_NANOS);
    if (!ready.startsWith("ready ")) {
      throw new IOException("the emulator said: " + ready);
    }
    priority = ready.substring("ready ".length());
    cpuNanosWhenReady = processCpuNanos();
    process
        .onExit()
        .thenAccept(
            ended -> {
              if (!closing) {
                broken.complete(ending());
              }
            });
  }

  /** Starts one that has made a device in each namespace when this returns. */
  static EmulatorProcess start(Ends ends, String device) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags(Runtime.version().feature()));
    command.add("-cp");
    // A comparison of two jars has one emulator for both.
    command.add(
        System.getProperty("bench.emulator.classpath", System.getProperty("java.class.path")));
    command.add(MAIN_CLASS);
    command.add(ends.namespace(End.CLIENT).path());
    command.add(ends.namespace(End.SERVER).path());
    command.add(device);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    // Options meant for the measured JVM (an agent, a large heap) are not meant for this one.
    builder
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    Process process = builder.start();
    try {
      return new EmulatorProcess(process);
    } catch (Throwable e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /**
   * A small heap that is never collected in practice; no periodic safepoint, which would stop the
   * packets until an ordinary thread gets a core; no compiled code that bets on what it has seen so
   * far, since a lost bet puts the packets through the interpreter for a while; no files left by
   * one that is killed.
   */
  private static List<String> jvmFlags(int javaVersion) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-Xms32m",
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:GuaranteedSafepointInterval=0",
                "-XX:-UsePerfData",
                "-XX:PerMethodTrapLimit=0",
                "-XX:+ErrorFileToStderr"));
    if (javaVersion >= 22) {
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    if (javaVersion >= 23) {
      flags.add("--sun-misc-unsafe-memory-access=allow");
    }
    return flags;
  }

  /** How its packet thread is scheduled. */
  String priority() {
    return priority;
  }

  /** Whether it goes before every ordinary thread. */
  boolean isRealTime() {
    return priority.startsWith("SCHED_FIFO");
  }

  /** Switches a profile's impairments on. */
  void impair(LinkProfile profile, long seed) throws IOException {
    command(
        String.join(
            " ",
            "impair",
            Long.toString(seed),
            profile.semantics().name(),
            profile.up().toWord(),
            profile.down().toWord()));
  }

  /** From the next {@link #impair} on, and now, the last so many events are remembered. */
  void log(int events) throws IOException {
    command("log " + events);
  }

  /** Writes down what is remembered, in {@link PacketLog}'s format. */
  void saveLog(Path file) throws IOException {
    command("save " + URLEncoder.encode(file.toAbsolutePath().toString(), StandardCharsets.UTF_8));
  }

  /** From now on every packet is written into a pcapng file. */
  void capture(Path file) throws IOException {
    command(
        "capture " + URLEncoder.encode(file.toAbsolutePath().toString(), StandardCharsets.UTF_8));
  }

  /** While paused, packets go by the capture. */
  void pauseCapture(boolean paused) throws IOException {
    command(paused ? "pause" : "resume");
  }

  /** Ends the file; it is whole when this returns. */
  PacketLogging.Captured endCapture() throws IOException {
    String[] words = ask("uncapture").split(" ");
    if (!words[0].equals("captured")) {
      throw new IOException("the emulator said: " + String.join(" ", words));
    }
    return new PacketLogging.Captured(
        Long.parseLong(words[1]) + Long.parseLong(words[3]),
        Long.parseLong(words[2]) + Long.parseLong(words[4]));
  }

  private void command(String command) throws IOException {
    String answer = ask(command);
    if (!answer.equals("ok")) {
      throw new IOException("the emulator said: " + answer);
    }
  }

  /**
   * What it did, by direction ({@code up}, {@code down}) and figure; and of its {@code wakeUps}.
   */
  Map<String, Map<String, Number>> figures() throws IOException {
    return new ObjectMapper()
        .readValue(ask("figures"), new TypeReference<Map<String, Map<String, Number>>>() {});
  }

  private synchronized String ask(String command) throws IOException {
    commands.write((command + "\n").getBytes(StandardCharsets.US_ASCII));
    commands.flush();
    return answer(ANSWER_NANOS);
  }

  private String answer(long patienceNanos) throws IOException {
    long deadline = System.nanoTime() + patienceNanos;
    while (!answers.ready()) {
      if (!answers.ready()) {
        requireAlive();
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("the emulator does not answer");
      }
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while the emulator was asked");
      }
    }
    return answers.readLine();
  }

  /** Without it no packet passes, and its devices are gone. */
  void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new IOException(ending());
    }
  }

  /** How it ended, once it has. */
  private String ending() {
    int status = process.exitValue();
    String how = status > SIGNAL_STATUS ? "signal " + (status - SIGNAL_STATUS) : "status " + status;
    return "the link's emulator ended (%s): no packet passes any more".formatted(how);
  }

  /** Completes with how it ended, when nobody closed it. */
  CompletableFuture<String> broken() {
    return broken;
  }

  long pid() {
    return process.pid();
  }

  /** CPU time since it was ready, of all its threads, also of those that have ended; in ns. */
  long cpuNanos() {
    return processCpuNanos() - cpuNanosWhenReady;
  }

  private long processCpuNanos() {
    int clock = (~(int) process.pid() << 3) | PROCESS_CPU_CLOCK;
    try (Memory time = new Memory(16)) {
      Errno.check(
          LibC.clock_gettime(clock, Pointer.nativeValue(time)), "read the emulator's CPU time");
      return time.getLong(0) * NANOS_PER_SECOND + time.getLong(8);
    }
  }

  /** Ends it; it is gone when this returns. */
  @Override
  public void close() {
    closing = true;
    boolean interrupted = false;
    try {
      commands.close();
    } catch (IOException e) {
      // It is gone already.
    }
    while (process.isAlive()) {
      try {
        if (!process.waitFor(2, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        process.destroyForcibly();
      }
    }
    try {
      answers.close();
    } catch (IOException e) {
      // Nothing more is to be read.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
