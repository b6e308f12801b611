package dev.transportbench.cli;

import dev.transportbench.link.Backend;
import dev.transportbench.link.LinkSupport;
import dev.transportbench.study.Plan;
import dev.transportbench.study.Planner;
import dev.transportbench.study.Studies;
import io.netty.channel.epoll.Epoll;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.ssl.OpenSsl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Examines this machine. Changes nothing, and leaves nothing behind. */
final class Doctor {
  private static final int LEAST_JDK = 17;
  private static final int NEWEST_TRIED_JDK = 25;
  private static final int CORES = 2;
  private static final long MEMORY_MIB = 3000;

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
    doctor.profiling();
    doctor.netem();
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
                "links, wire and CPU figures; backend loopback with io=nio may run, which nobody has"
                    + " tried",
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
    } else if (proc.userNamespaces()) {
      findings.add(Finding.ok("privileges", who + ", but user namespaces are allowed"));
    } else {
      findings.add(
          Finding.missing(
              "privileges",
              who + ", without CAP_SYS_ADMIN and CAP_NET_ADMIN; user namespaces are not allowed",
              "no link: neither veth nor tun",
              "run as root (in a container: --privileged, or --cap-add SYS_ADMIN,NET_ADMIN), or"
                  + " allow user namespaces: sysctl kernel.unprivileged_userns_clone=1"
                  + " kernel.apparmor_restrict_unprivileged_userns=0"));
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
                "modprobe tun; in a container: --device /dev/net/tun"));
    for (Backend backend : Backend.values()) {
      String what = "backend " + backend.label();
      Optional<String> whyNot = LinkSupport.whyNot(backend);
      findings.add(
          whyNot
              .map(why -> Finding.missing(what, "cannot run", "no cell of this backend", why))
              .orElseGet(() -> Finding.ok(what, "can run")));
    }
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
    boolean cubic = List.of(available.split("\\s+")).contains("cubic");
    findings.add(
        cubic
            ? Finding.ok("congestion control", available)
            : Finding.missing(
                "congestion control",
                available,
                "TCP and QUIC do not meet on equal terms",
                "modprobe tcp_cubic"));
  }

  private void scheduling() {
    boolean allowed = proc.hasCapability(Proc.CAP_SYS_NICE) || proc.realtimePriorityLimit() > 0;
    findings.add(
        allowed
            ? Finding.ok("SCHED_FIFO", "allowed")
            : Finding.optional(
                "SCHED_FIFO",
                "not allowed",
                "the emulator's delays are less exact when the cores are busy",
                "run as root, or give CAP_SYS_NICE or a limit: ulimit -r 50"));
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

  private void netem() {
    findings.add(
        proc.hasNetem()
            ? Finding.ok("kernel netem", "sch_netem is there")
            : Finding.optional(
                "kernel netem",
                "sch_netem is not there",
                "only scripts that compare with the kernel's emulator",
                "modprobe sch_netem, or a kernel with CONFIG_NET_SCH_NETEM"));
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
