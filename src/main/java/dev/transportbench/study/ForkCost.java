package dev.transportbench.study;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.benchmark.LoadParam;
import dev.transportbench.benchmark.trial.Settling;
import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkProfile;
import dev.transportbench.link.LinkProfiles;
import java.time.Duration;

/**
 * What a fork takes beside its iterations: a JVM, a link that proves itself, and warming on it. The
 * constants were measured on two cores of a virtual machine, twelve transports at 1 KiB each; a run
 * corrects them by its own forks, see {@link RunEstimate}.
 */
final class ForkCost {
  /** A benchmark without a link: JVM and JMH. */
  private static final Duration WITHOUT_LINK = Duration.ofMillis(1500);

  /** 20,000 warm RPCs without an emulator; measured from 3.4 to 5.9 s. */
  private static final Duration ON_VETH = Duration.ofMillis(4700);

  /** The same through the emulator, which is probed as well; measured from 5.2 to 8.3 s. */
  private static final Duration ON_TUN = Duration.ofMillis(6600);

  /** No namespaces; in memory as the known answer is, from 1.7 to 2.2 s. */
  private static final Duration ON_LOOPBACK = Duration.ofMillis(2200);

  /** To open, warm and close a connection beyond the first: 4 ms over TCP, 10 over QUIC. */
  private static final Duration EACH_CONNECTION = Duration.ofMillis(7);

  private ForkCost() {}

  static Duration overhead(Cell cell) {
    int connections = Integer.parseInt(Axis.CONNECTIONS.in(cell.params()));
    Duration opened = ofLink(cell).plus(EACH_CONNECTION.multipliedBy(connections - 1));
    return LoadParam.RATE.in(cell.params()) == null
        ? opened
        : opened.plusNanos(Settling.nanos(connections, link(cell).rttNanos()));
  }

  private static LinkProfile link(Cell cell) {
    return LinkProfiles.load(cell.params().get(Cell.IMPAIRMENT));
  }

  private static Duration ofLink(Cell cell) {
    String backend = cell.params().get(Cell.BACKEND);
    if (backend == null) {
      return WITHOUT_LINK;
    }
    if (backend.equals(Backend.LOOPBACK.label())) {
      return ON_LOOPBACK;
    }
    return backend.equals(Backend.VETH.label()) ? ON_VETH : ON_TUN;
  }

  static Duration iterations(ForkTask task, Study study) {
    Study.Iterations measured = task.profiled() ? Profiling.MEASUREMENT : study.measurement();
    return study.warmup().total().plus(measured.total());
  }

  static Duration of(ForkTask task, Study study) {
    return overhead(task.cell()).plus(iterations(task, study));
  }
}
