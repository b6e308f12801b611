package dev.transportbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Backend;
import dev.transportbench.link.Direction;
import dev.transportbench.link.LinkProfile;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.LinkTrial;
import dev.transportbench.link.LinkUnavailableException;
import dev.transportbench.link.Links;
import dev.transportbench.link.Semantics;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Probes a link now: asked against measured. */
@Command(
    name = "check",
    description = {
      "Bring a link up, probe it both ways, and compare what was measured with what was asked.",
      "Exit status: 0 all within tolerance, 1 something is off or the link cannot run, 2 bad input."
    })
final class LinkCheckCommand implements Callable<Integer> {
  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  private static final long MAX_SECONDS = 600;

  @Parameters(
      paramLabel = "PROFILE",
      description = "A link profile's name, a path to one, or netem's words after netem:.")
  private String profileName;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How long to probe, 1 to 600 (default: 5).")
  private String secondsText;

  @Option(
      names = "--semantics",
      paramLabel = "NAME",
      description = "documented or kernel (default: the profile's).")
  private String semanticsLabel;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "auto, loopback, veth, tun or netem (default: auto).")
  private String backendLabel;

  @Option(names = "--json", description = "As one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    return LinkCommand.refusingBadInput(spec, this::check);
  }

  private int check() throws IOException {
    LinkProfile profile = LinkProfiles.load(profileName);
    if (semanticsLabel != null) {
      profile = profile.with(Semantics.labelled(semanticsLabel));
    }
    Backend backend =
        backendLabel.equals("auto") ? Links.resolveAuto(profile) : Backend.labelled(backendLabel);
    PrintWriter out = spec.commandLine().getOut();
    LinkTrial trial;
    try {
      trial = LinkTrial.run(profile, backend, 1, TimeUnit.SECONDS.toNanos(seconds()));
    } catch (LinkUnavailableException e) {
      spec.commandLine().getErr().println(e.getMessage());
      spec.commandLine().getErr().flush();
      return ExitStatus.FAILED;
    }
    boolean ok = trial.evidence().violations().isEmpty();
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("ok", ok);
      all.put("asked", trial.evidence().asked());
      all.put("measured", trial.evidence().measured());
      trial.probed().forEach((direction, probe) -> all.put("probe." + direction.label(), probe));
      all.put("violations", trial.evidence().violations());
      out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all));
    } else {
      new LinkSummary(trial.evidence()).print(out);
      for (Direction direction : trial.probed().keySet()) {
        out.printf(
            "  probe %-4s %s%n",
            direction.label(), LinkSummary.probeText(trial.probed().get(direction)));
      }
      out.println(ok ? "ok" : "not as asked");
    }
    out.flush();
    return ok ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private long seconds() {
    if (!secondsText.matches("[1-9][0-9]{0,2}") || Long.parseLong(secondsText) > MAX_SECONDS) {
      throw new BadInputException(
          "--seconds: '%s' is out of range; allowed: a whole number from 1 to 600"
              .formatted(secondsText));
    }
    return Long.parseLong(secondsText);
  }
}
