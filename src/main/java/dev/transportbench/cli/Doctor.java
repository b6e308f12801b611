package dev.transportbench.cli;

import dev.transportbench.benchmark.Axis;
import dev.transportbench.benchmark.Descriptors;
import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkSupport;
import dev.transportbench.rpc.Trait;
import dev.transportbench.study.Plan;
import dev.transportbench.study.Planner;
import dev.transportbench.study.Studies;
import io.netty.channel.epoll.Epoll;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.ssl.OpenSsl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Examines this machine. Changes nothing, and leaves nothing behind. */
final class Doctor {
  private static final int LEAST_JDK = 17;
  private static final int NEWEST_TRIED_JDK = 25;
  private static final int CORES = 2;
  private static final long MEMORY_MIB = 3000;
  private static final String CUBIC = "cubic";

  private final List<Finding> findings = new ArrayList<>();
  private final Proc proc = new Proc();

  private Doctor() {}

  static List<Finding> examine() {
    Doctor doctor = new Doctor();
    doctor.jdk();
    doctor.machine();
    doctor.privileges();
    doctor.links();
    doctor.natives();
    doctor.congestion();
    doctor.scheduling();
    doctor.descriptors();
    doctor.profiling();
    doctor.quick();
    return doctor.findings;
  }

  private void jdk() {
    int feature = Runtime.version().feature();
    String found = System.getProperty("java.vm.name") + " " + Runtime.version();
    if (feature < LEAST_JDK) {
      findings.add(
          Finding.missing("JDK", found, "nothing runs", "install JDK 17 or later, 25 was tried"));
    } else {
      String note = feature > NEWEST_TRIED_JDK ? " (later than any that was tried)" : "";
      findings.add(Finding.ok("JDK", found + note));
    }
  }

  private void machine() {
    String os = System.getProperty("os.name");
    String arch = System.getProperty("os.arch");
    boolean known = os.equals("Linux") && (arch.equals("amd64") || arch.equals("aarch64"));
    String system = os + " " + System.getProperty("os.version") + ", " + arch;
    findings.add(
        known
            ? Finding.ok("system", system)
            : Finding.missing(
                "system",
                system,
                "links, wire and CPU figures; backend loopback with io=nio may run, which nobody"
                    + " has tried",
                "use Linux on x86_64 or aarch64"));
    int cores = Runtime.getRuntime().availableProcessors();
    findings.add(
        cores >= CORES
            ? Finding.ok("cores", Integer.toString(cores))
            : Finding.optional(
                "cores",
                Integer.toString(cores),
                "client and server share one core, and CPU and latency mix",
                "use a machine with two cores or more"));
    long mebibytes = proc.memoryMebibytes();
    findings.add(
        mebibytes >= MEMORY_MIB
            ? Finding.ok("memory", mebibytes + " MiB")
            : Finding.missing(
                "memory", mebibytes + " MiB", "a fork's heap may not fit", "use 4 GiB or more"));
  }

  private void privileges() {
    boolean admin =
        proc.hasCapability(Proc.CAP_SYS_ADMIN) && proc.hasCapability(Proc.CAP_NET_ADMIN);
    String who = proc.isRoot() ? "root" : "not root";
    if (admin) {
      findings.add(Finding.ok("privileges", who + ", CAP_SYS_ADMIN and CAP_NET_ADMIN"));
    } else {
      String without = who + ", without CAP_SYS_ADMIN and CAP_NET_ADMIN";
      Optional<Proc.Obstacle> obstacle = proc.userNamespaceObstacle();
      findings.add(
          Finding.missing(
              "privileges",
              without
                  + (obstacle.isPresent()
                      ? "; no user namespaces: " + obstacle.get().setting()
                      : "; user namespaces are allowed"),
              "no link: neither veth nor tun",
              (obstacle.isPresent() ? obstacle.get().remedy() + ", then " : "")
                  + "start java by unshare -Urn java …; or run as root (in a container:"
                  + " --privileged, or --cap-add SYS_ADMIN,NET_ADMIN)"));
    }
  }

  private void links() {
    Path tun = Path.of("/dev/net/tun");
    boolean usable = Files.isReadable(tun) && Files.isWritable(tun);
    findings.add(
        usable
            ? Finding.ok("/dev/net/tun", "can be opened")
            : Finding.missing(
                "/dev/net/tun",
                Files.exists(tun) ? "may not be opened" : "is not there",
                "no impaired link (backend tun)",
                Files.exists(tun)
                    ? "have an administrator chmod 666 /dev/net/tun, or run as root"
                    : "modprobe tun; in a container: --device /dev/net/tun"));
    for (Backend backend : Backend.values()) {
      String what = "backend " + backend.label();
      Optional<String> whyNot = LinkSupport.whyNot(backend);
      findings.add(
          whyNot
              .map(why -> cannotRun(what, backend, why))
              .orElseGet(() -> Finding.ok(what, "can run")));
    }
  }

  private static Finding cannotRun(String what, Backend backend, String why) {
    return backend == Backend.NETEM
        ? Finding.optional(
            what, "cannot run", "impaired links go by tun, except for topology loopback", why)
        : Finding.missing(what, "cannot run", "no cell of this backend", why);
  }

  private void natives() {
    nativeLibrary("epoll", Epoll.isAvailable(), Epoll.unavailabilityCause());
    nativeLibrary("BoringSSL (tcnative)", OpenSsl.isAvailable(), OpenSsl.unavailabilityCause());
    nativeLibrary("QUIC (quiche)", Quic.isAvailable(), Quic.unavailabilityCause());
  }

  private void nativeLibrary(String name, boolean loaded, Throwable cause) {
    findings.add(
        loaded
            ? Finding.ok("native " + name, "loaded")
            : Finding.missing(
                "native " + name,
                "not loaded: " + String.valueOf(cause).replaceAll("\\s+", " "),
                "no transport that needs it",
                "use glibc Linux on x86_64 or aarch64; /tmp must allow execution"));
  }

  private void congestion() {
    String available =
        proc.text("/proc/sys/net/ipv4/tcp_available_congestion_control").orElse("unknown");
    if (!has(available, CUBIC)) {
      findings.add(
          Finding.missing(
              "congestion control",
              available,
              "TCP and QUIC do not meet on equal terms",
              "modprobe tcp_cubic"));
      return;
    }
    // The file is the machine's own; whoever administers the network namespace may choose any.
    Optional<String> allowed = proc.text("/proc/sys/net/ipv4/tcp_allowed_congestion_control");
    boolean mayChoose =
        proc.hasCapability(Proc.CAP_NET_ADMIN) || allowed.isEmpty() || has(allowed.get(), CUBIC);
    findings.add(
        mayChoose
            ? Finding.ok("congestion control", available)
            : Finding.optional(
                "congestion control",
                "cubic is there but not allowed to everyone, only " + allowed.get(),
                "no TCP transport on loopback (a link's own namespace allows it)",
                "start java by unshare -Urn java …, or have an administrator sysctl -w"
                    + " net.ipv4.tcp_allowed_congestion_control='%s cubic'"
                        .formatted(allowed.get())));
  }

  private static boolean has(String words, String word) {
    return List.of(words.split("\\s+")).contains(word);
  }

  private void scheduling() {
    boolean allowed = proc.hasCapability(Proc.CAP_SYS_NICE) || proc.realtimePriorityLimit() > 0;
    findings.add(
        allowed
            ? Finding.ok("SCHED_FIFO", "allowed")
            : Finding.optional(
                "SCHED_FIFO",
                "not allowed",
                Runtime.getRuntime().availableProcessors() > 1
                    ? "the emulator gets a core of its own, and client and server the others"
                    : "no impaired link that delays: there is no core to leave to the emulator",
                "run as root, or have an administrator allow ulimit -r 50"));
  }

  /** Both ends of each connection are in one process. */
  private void descriptors() {
    long hard = proc.hardDescriptorLimit().orElse(0L);
    long needed = Descriptors.needed(EnumSet.noneOf(Trait.class), Axis.MAX_CONNECTIONS);
    String found = hard == Long.MAX_VALUE ? "no limit" : "limit " + hard;
    if (hard >= needed || proc.hasCapability(Proc.CAP_SYS_RESOURCE)) {
      findings.add(
          Finding.ok("file descriptors", found + (hard >= needed ? "" : ", which may be raised")));
    } else {
      findings.add(
          Finding.optional(
              "file descriptors",
              found,
              "no cell of %d connections on TCP: two descriptors each"
                  .formatted(Axis.MAX_CONNECTIONS),
              "ulimit -Hn %d, by who has CAP_SYS_RESOURCE, for the shell that starts java"
                  .formatted(needed)));
    }
  }

  private void profiling() {
    int paranoid = proc.number("/proc/sys/kernel/perf_event_paranoid").orElse(99);
    boolean allowed = paranoid <= 1 || proc.hasCapability(Proc.CAP_PERFMON);
    String found = "perf_event_paranoid " + paranoid;
    findings.add(
        allowed
            ? Finding.ok("perf events", found)
            : Finding.optional(
                "perf events",
                found,
                "async-profiler does not see the kernel's part of the CPU",
                "sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0"));
  }

  private void quick() {
    Plan plan = Planner.live().plan(Studies.load("quick"), 1);
    long cannot = plan.cells().stream().filter(cell -> cell.notRun() != null).count();
    long noted = plan.cells().stream().filter(cell -> cell.note() != null).count();
    String minutes = "about " + (plan.estimate().toSeconds() + 59) / 60 + " min";
    findings.add(
        cannot + noted == 0
            ? Finding.ok("study quick", plan.cells().size() + " cells, " + minutes)
            : Finding.missing(
                "study quick",
                "%d of %d cells cannot run as planned"
                    .formatted(cannot + noted, plan.cells().size()),
                "the study runs without them",
                "run quick --dry-run says why"));
  }
}
