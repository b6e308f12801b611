package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkSupport;
import dev.transportbench.link.bench.LinkBench;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the emulator itself. */
@Command(
    name = "bench",
    description = {
      "Measure the emulator on this machine: how many packets it forwards and the CPU of each; the"
          + " round trip beside that of veth; and how late packets are that are delayed by 15 ms, on"
          + " idle cores and with two threads keeping them busy.",
      "The kernel's time of arrival counts, not the receiving thread's. Run it on an idle machine."
    })
final class LinkBenchCommand implements Callable<Integer> {
  private static final int BUSY_THREADS = 2;
  private static final String FORWARDING = "forwarding";
  private static final String RTT = "rtt";
  private static final String DELAY = "delay";
  private static final String BUSY = "busy";
  private static final List<String> FIGURES = List.of(FORWARDING, RTT, DELAY, BUSY);

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "For each figure, 1 to 60 (default: 5).")
  private String secondsText;

  @Option(
      names = "--only",
      paramLabel = "FIGURE",
      description = "forwarding, rtt, delay or busy (the delay with busy cores).")
  private String only;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    try {
      return bench();
    } catch (BadInputException e) {
      spec.commandLine().getErr().println(e.getMessage());
      spec.commandLine().getErr().flush();
      return ExitStatus.BAD_INPUT;
    }
  }

  private int bench() throws Exception {
    if (!secondsText.matches("[1-9]|[1-5][0-9]|60")) {
      throw new BadInputException(
          "--seconds: '%s' is out of range; allowed: a whole number from 1 to 60"
              .formatted(secondsText));
    }
    if (only != null && !FIGURES.contains(only)) {
      throw new BadInputException(
          "--only: '%s' is not a figure; allowed: %s".formatted(only, String.join(", ", FIGURES)));
    }
    Optional<String> whyNot = LinkSupport.whyNot(Backend.TUN);
    if (whyNot.isPresent()) {
      spec.commandLine().getErr().println(whyNot.get());
      spec.commandLine().getErr().flush();
      return ExitStatus.FAILED;
    }
    LinkBench bench = new LinkBench(Integer.parseInt(secondsText));
    if (wanted(FORWARDING)) {
      forwarding(bench);
    }
    if (wanted(RTT)) {
      roundTrip(bench);
    }
    if (wanted(DELAY)) {
      delay(bench, 0);
    }
    if (wanted(BUSY)) {
      delay(bench, BUSY_THREADS);
    }
    return ExitStatus.OK;
  }

  private boolean wanted(String figure) {
    return only == null || only.equals(figure);
  }

  private void forwarding(LinkBench bench) throws Exception {
    LinkBench.Forwarded forwarded = bench.forwarding();
    print(
        "forwards %.0f packets of 1,200 B a second, %.2f µs of the emulator's CPU each",
        forwarded.perSecond(), forwarded.cpuMicrosPerPacket());
  }

  private void roundTrip(LinkBench bench) throws Exception {
    OptionalDouble veth = bench.roundTripMicros(Backend.VETH);
    double tun = bench.roundTripMicros(Backend.TUN).orElseThrow();
    print(
        "round trip p50 %.1f µs, on veth %s",
        tun,
        veth.isPresent()
            ? "%.1f: %.1f more".formatted(veth.getAsDouble(), tun - veth.getAsDouble())
            : "not measured: it cannot run here");
  }

  private void delay(LinkBench bench, int busyThreads) throws Exception {
    for (int rate : LinkBench.RATES) {
      LinkBench.DelayError error = bench.delayError(rate, busyThreads);
      print(
          "at %d packets/s%s later than 15 ms by p50 %.0f, p99 %.0f, max %.0f µs (%d packets)",
          rate,
          busyThreads == 0 ? "" : " beside %d busy threads".formatted(busyThreads),
          error.p50(),
          error.p99(),
          error.max(),
          error.packets());
    }
  }

  private void print(String format, Object... arguments) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(format.formatted(arguments));
    out.flush();
  }
}
