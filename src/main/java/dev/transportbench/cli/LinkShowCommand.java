package dev.transportbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.link.Direction;
import dev.transportbench.link.LinkDescription;
import dev.transportbench.link.LinkProfile;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.Semantics;
import dev.transportbench.link.TcCommands;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a link profile does, and how to have tc do it. */
@Command(
    name = "show",
    description = "Say what a link profile does, its source, and the tc commands that do the same.")
final class LinkShowCommand implements Callable<Integer> {
  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Parameters(
      paramLabel = "PROFILE",
      description = "A link profile's name, a path to one, or netem's words after netem:.")
  private String profileName;

  @Option(names = "--json", description = "As one JSON object.")
  private boolean json;

  @Option(
      names = "--semantics",
      paramLabel = "NAME",
      description = "documented or kernel (default: the profile's).")
  private String semanticsLabel;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    return LinkCommand.refusingBadInput(spec, this::show);
  }

  private int show() throws IOException {
    LinkProfile profile = LinkProfiles.load(profileName);
    if (semanticsLabel != null) {
      profile = profile.with(Semantics.labelled(semanticsLabel));
    }
    PrintWriter out = spec.commandLine().getOut();
    Map<String, Object> description = LinkDescription.of(profile);
    if (json) {
      out.println(
          new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(description));
    } else {
      print(profile, description, out);
    }
    out.flush();
    return ExitStatus.OK;
  }

  private static void print(LinkProfile profile, Map<String, Object> description, PrintWriter out) {
    out.println(profile.name() + ": " + profile.description());
    out.println("  source: " + profile.source().strip());
    out.printf("  semantics %s, MTU %d B%n", profile.semantics().label(), profile.mtuBytes());
    if (!profile.emulated()) {
      out.println("  takes no emulator");
    }
    for (Direction direction : Direction.values()) {
      Map<?, ?> asked = (Map<?, ?>) description.get(direction.label());
      out.printf("  %-4s %s%n", direction.label(), LinkSummary.askedText(asked));
    }
    for (Direction direction : Direction.values()) {
      TcCommands tc = TcCommands.of(profile, direction);
      if (!tc.commands().isEmpty()) {
        out.printf("  with tc, where packets of %s leave:%n", direction.label());
        tc.commands().forEach(command -> out.println("    " + command));
        tc.cannot().forEach(line -> out.println("    not by tc: " + line));
      }
    }
  }
}
