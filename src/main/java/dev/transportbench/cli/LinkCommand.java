package dev.transportbench.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with a link alone. */
@Command(
    name = "link",
    description = "Use an emulated link on its own.",
    subcommands = LinkExecCommand.class)
public final class LinkCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "link: a subcommand is needed; allowed: exec");
  }
}
