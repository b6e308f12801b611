package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with a link alone. */
@Command(
    name = "link",
    description = "Use an emulated link on its own.",
    subcommands = {
      LinkListCommand.class,
      LinkShowCommand.class,
      LinkCheckCommand.class,
      LinkBenchCommand.class,
      LinkExecCommand.class
    })
public final class LinkCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "link: a subcommand is needed; allowed: bench, check, exec, list, show");
  }

  /** What a command does. */
  interface Work {
    int run() throws IOException;
  }

  /** Does it; bad input ends it with its one line and status 2. */
  static int refusingBadInput(CommandSpec spec, Work work) throws IOException {
    try {
      return work.run();
    } catch (BadInputException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(e.getMessage());
      err.flush();
      return ExitStatus.BAD_INPUT;
    }
  }
}
