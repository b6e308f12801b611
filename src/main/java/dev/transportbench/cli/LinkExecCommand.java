package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Backend;
import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.link.LinkProfile;
import dev.transportbench.link.LinkProfiles;
import dev.transportbench.link.LinkSupport;
import dev.transportbench.link.LinkUnavailableException;
import dev.transportbench.link.Links;
import dev.transportbench.link.PacketLogging;
import dev.transportbench.link.Semantics;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs any two programs across a link. */
@Command(
    name = "exec",
    description = {
      "Run two programs at the two ends of a link, the server first.",
      "Each runs through 'sh -c' with $$SERVER_IP and $$CLIENT_IP set and nothing on its standard"
          + " input.",
      "Ends when the client ends, with its exit status; the server is then ended.",
      "Exit status 2: bad input; 125: the link or the server could not be brought up, or the link"
          + " broke."
    })
final class LinkExecCommand implements Callable<Integer> {
  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  private static final int BAD_INPUT = 2;
  // As env(1) and timeout(1) do: apart from what the client's program itself may return.
  private static final int NOT_STARTED = 125;
  private static final int LOGGED_PACKETS = 65_536;
  private static final long SERVER_HEAD_START_MILLIS = 200;

  @Parameters(
      paramLabel = "PROFILE",
      description =
          "A link profile's name, a path to one, or netem's words after netem:, netem-up: or"
              + " netem-down:, as 'netem-up:delay 15ms loss 1%%'.")
  private String profileName;

  @Option(names = "--server", required = true, paramLabel = "CMD", description = "Runs first.")
  private String serverCommand;

  @Option(names = "--client", required = true, paramLabel = "CMD", description = "Runs second.")
  private String clientCommand;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = "auto, loopback, veth, tun or netem (default: auto).")
  private String backendLabel;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Decides which packets are lost and how long each is delayed (default: 1).")
  private String seedText;

  @Option(
      names = "--semantics",
      paramLabel = "NAME",
      description =
          "documented: as netem's manual says; kernel: as Linux does, where the two differ (default:"
              + " the profile's, mostly documented).")
  private String semanticsLabel;

  @Option(
      names = "--packet-log",
      paramLabel = "FILE",
      description =
          "Write down each packet that was lost, dropped, copied, corrupted or overtaken (the last"
              + " 65,536): time, direction, size, addresses and ports.")
  private Path packetLog;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    try {
      LinkProfile profile = LinkProfiles.load(profileName);
      if (semanticsLabel != null) {
        profile = profile.with(Semantics.labelled(semanticsLabel));
      }
      long seed = seed();
      Backend backend = backend(profile, err);
      try (Link link = Links.open(profile, backend, seed)) {
        if (packetLog != null) {
          logging(link).remember(LOGGED_PACKETS);
        }
        link.impair();
        int status = run(link, err);
        if (link.broken().isDone()) {
          return status;
        }
        new LinkSummary(link.evidence()).print(err);
        if (packetLog != null) {
          logging(link).save(packetLog);
        }
        return status;
      }
    } catch (BadInputException e) {
      err.println(e.getMessage());
      return BAD_INPUT;
    } catch (LinkUnavailableException e) {
      err.println(e.getMessage());
      return NOT_STARTED;
    } finally {
      err.flush();
    }
  }

  private static PacketLogging logging(Link link) {
    return link.packetLogging()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--packet-log: backend '%s' has no emulator that sees packets; allowed: tun"
                        .formatted(link.backend().label())));
  }

  private Backend backend(LinkProfile profile, PrintWriter err) {
    if (!backendLabel.equals("auto")) {
      return Backend.labelled(backendLabel);
    }
    Backend backend = Links.resolveAuto(profile);
    if (backend == Backend.LOOPBACK) {
      err.println(
          "warning: on loopback, with no link at all: "
              + LinkSupport.whyNot(Backend.VETH).orElse(""));
    }
    return backend;
  }

  private long seed() {
    try {
      return Long.parseLong(seedText);
    } catch (NumberFormatException e) {
      throw new BadInputException(
          "--seed: '%s' is not a whole number; allowed: a whole number of 64 bits"
              .formatted(seedText));
    }
  }

  private int run(Link link, PrintWriter err) throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of(
            "SERVER_IP", link.address(End.SERVER).getHostAddress(),
            "CLIENT_IP", link.address(End.CLIENT).getHostAddress());
    try (LeashedProcess server =
        LeashedProcess.start(link, End.SERVER, serverCommand, environment)) {
      if (server.process().waitFor(SERVER_HEAD_START_MILLIS, TimeUnit.MILLISECONDS)) {
        err.println(
            "the server ended with status %d before the client was started"
                .formatted(server.process().exitValue()));
        return NOT_STARTED;
      }
      try (LeashedProcess client =
          LeashedProcess.start(link, End.CLIENT, clientCommand, environment)) {
        CompletableFuture.anyOf(client.process().onExit(), link.broken()).join();
        if (client.process().isAlive()) {
          err.println(link.broken().join());
          return NOT_STARTED;
        }
        return client.process().exitValue();
      }
    }
  }
}
