package dev.transportbench.cli;

import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.link.LinkUnavailableException;
import dev.transportbench.link.linux.LibC;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A shell command at one end of a link that cannot outlive us: it runs in a process group of its
 * own, in which a small shell holds a pipe from us and kills the group when the pipe ends, also
 * when we were killed. (A program that leaves its group on purpose gets away.)
 */
final class LeashedProcess implements AutoCloseable {
  /**
   * $1 is the command. Descriptor 3 is our pipe, 4 our standard error. The outer shell outlives a
   * polite signal to the group, to hand on the command's status.
   */
  private static final String LEASH =
      """
      exec 3<&0 4>&2 </dev/null 2>/dev/null
      (trap '' TERM; read -r line <&3; kill -s KILL -- -$$) &
      trap : TERM
      sh -c "$1" 2>&4 3<&- 4>&- &
      command=$!
      wait $command
      status=$?
      while kill -0 $command; do wait $command; status=$?; done
      exit $status
      """;

  private static final long POLITE_SECONDS = 1;

  private final Process process;

  private LeashedProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a command; its output is ours, its input is empty.
   *
   * @throws LinkUnavailableException where the programs for the leash are missing
   */
  static LeashedProcess start(Link link, End end, String command, Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder("setsid", "sh", "-c", LEASH, "leash", command)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    // A child process belongs to the namespace of the thread that starts it.
    Link.Entry entry = link.enter(end);
    try {
      return new LeashedProcess(builder.start());
    } catch (IOException e) {
      throw new LinkUnavailableException(
          "link exec: cannot start 'setsid sh': get it: the packages util-linux and dash", e);
    } finally {
      entry.close();
    }
  }

  /** Ends when the command does, with its status. */
  Process process() {
    return process;
  }

  /** Ends the command and whatever it left in its group: first politely, then not. */
  @Override
  public void close() {
    int group = (int) process.pid(); // setsid made it so
    if (process.isAlive()) {
      LibC.kill(-group, LibC.SIGTERM);
    }
    boolean interrupted = false;
    try {
      process.waitFor(POLITE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    // The shell that holds the pipe is still in the group: the number cannot be another's.
    LibC.kill(-group, LibC.SIGKILL);
    while (process.isAlive()) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // Nobody reads it any more.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
