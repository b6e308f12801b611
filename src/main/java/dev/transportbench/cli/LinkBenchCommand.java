package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.LinkBench;
import dev.transportbench.link.LinkUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the emulator itself. */
@Command(
    name = "bench",
    description = {
      "Measure the emulator on this machine: forwarding rate, CPU per packet, round trip, and how",
      "late packets are that are delayed by 15 ms. With plain UDP sockets; run it on an idle machine."
    })
final class LinkBenchCommand implements Callable<Integer> {
  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "For each figure, 1 to 60 (default: 5).")
  private String secondsText;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    return LinkCommand.refusingBadInput(spec, this::bench);
  }

  private int bench() throws IOException {
    if (!secondsText.matches("[1-9]|[1-5][0-9]|60")) {
      throw new BadInputException(
          "--seconds: '%s' is out of range; allowed: a whole number from 1 to 60"
              .formatted(secondsText));
    }
    LinkBench bench;
    try {
      bench = LinkBench.run(Integer.parseInt(secondsText));
    } catch (LinkUnavailableException e) {
      spec.commandLine().getErr().println(e.getMessage());
      spec.commandLine().getErr().flush();
      return ExitStatus.FAILED;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "forwards %.0f packets of 1,200 B a second, %.2f µs of CPU each%n",
        bench.forwardedPerSecond(), bench.cpuMicrosPerPacket());
    out.printf(
        "round trip p50 %.1f µs, without the emulator %.1f µs%n",
        bench.rttMicros(), bench.vethRttMicros());
    for (LinkBench.DelayError error : bench.delayErrors()) {
      out.printf(
          "at %d packets/s later than 15 ms by p50 %.0f, p99 %.0f, max %.0f µs (%d packets)%n",
          error.packetsPerSecond(), error.p50(), error.p99(), error.max(), error.packets());
    }
    out.flush();
    return ExitStatus.OK;
  }
}
