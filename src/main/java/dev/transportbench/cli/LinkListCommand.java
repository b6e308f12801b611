package dev.transportbench.cli;

import dev.transportbench.link.LinkProfiles;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Names the link profiles that the jar carries. */
@Command(name = "list", description = "Name the link profiles, a sentence on each.")
final class LinkListCommand implements Runnable {
  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    List<String> names = LinkProfiles.names();
    int width = names.stream().mapToInt(String::length).max().orElse(1);
    for (String name : names) {
      String description = LinkProfiles.load(name).description();
      out.println(name + " ".repeat(width + 2 - name.length()) + description);
    }
    out.flush();
  }
}
