package dev.transportbench.link;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Measures links by netem and by tun beside each other, in a guest whose kernel has netem. Writes a
 * JSON array to the file named first; the other arguments are profiles, behind {@value #ALONE}
 * those that are measured by netem alone.
 */
public final class NetemGuestTrials {
  static final String ALONE = "--alone";

  private static final int ATTEMPTS = 3;
  private static final int OPENED = 10;
  private static final int WARM_PACKETS = 1_500;
  private static final int PACKETS = 1_000;
  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000 * MILLISECOND;
  private static final long GAP_NANOS = 3 * MILLISECOND;
  private static final long PATIENCE_NANOS = 100 * MILLISECOND;

  private NetemGuestTrials() {}

  public static void main(String[] args) throws IOException {
    long start = System.nanoTime();
    warmUp();
    requireNothingLeft();
    List<Map<String, Object>> rows = new ArrayList<>();
    List<Backend> backends = List.of(Backend.NETEM, Backend.TUN);
    for (String name : List.of(args).subList(1, args.length)) {
      if (name.equals(ALONE)) {
        backends = List.of(Backend.NETEM);
        continue;
      }
      LinkProfile profile = LinkProfiles.load(name).with(Semantics.KERNEL);
      for (Backend backend : backends) {
        if (Links.refusal(profile, backend).isPresent()) {
          continue;
        }
        List<Map<String, Object>> measured = measure(profile, backend);
        // The guest may have been stalled, and chance is outside 99 % bounds once in a hundred.
        for (int attempt = 2;
            attempt <= ATTEMPTS
                && backend == Backend.NETEM
                && measured.stream().anyMatch(NetemGuestTrials::isOff);
            attempt++) {
          int number = attempt;
          measured = measure(profile, backend);
          measured.forEach(row -> row.put("attempt", number));
        }
        rows.addAll(measured);
      }
      System.out.printf(
          "%s: %d rows so far, %d s%n", name, rows.size(), (System.nanoTime() - start) / SECOND);
    }
    Files.writeString(
        Path.of(args[0]),
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(rows));
  }

  /** Until the probe itself is compiled: on the guest's one core a compiler thread is a delay. */
  private static void warmUp() throws IOException {
    try (Link link = Links.open(LinkProfiles.load("clean"), Backend.VETH, 1)) {
      new LinkProbe(WARM_PACKETS, MILLISECOND, PATIENCE_NANOS).run(link);
    }
  }

  /** Links that were closed hold no descriptor, thread or namespace. */
  private static void requireNothingLeft() throws IOException {
    long self = ProcessHandle.current().pid();
    openAndClose(); // Whatever the first one loads is not a leak.
    Set<String> namespaces = ChildJvm.namespacesOf(self);
    int descriptors = ChildJvm.list(Path.of("/proc/self/fd")).size();
    for (int i = 0; i < OPENED; i++) {
      openAndClose();
    }
    if (!ChildJvm.namespacesOf(self).equals(namespaces)
        || ChildJvm.list(Path.of("/proc/self/fd")).size() >= descriptors + OPENED) {
      throw new IllegalStateException(
          "links left something: %s, before %s; descriptors before %d: %s"
              .formatted(
                  ChildJvm.namespacesOf(self),
                  namespaces,
                  descriptors,
                  ChildJvm.list(Path.of("/proc/self/fd"))));
    }
  }

  private static void openAndClose() {
    Links.open(LinkProfiles.load("open"), Backend.NETEM, 1).close();
  }

  private static List<Map<String, Object>> measure(LinkProfile profile, Backend backend)
      throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (Link link = Links.open(profile, backend, 1)) {
      link.impair();
      probe(profile)
          .run(link)
          .forEach((direction, heard) -> rows.add(row(profile, backend, direction, heard)));
      Link.Evidence evidence = link.evidence();
      for (Map<String, Object> row : rows) {
        row.put("link", evidence.measured().get(row.get("direction")));
        row.put("semantics", evidence.asked().get("semantics"));
        row.put("violations", evidence.violations());
        row.put("counters", link.counters().isPresent());
      }
    }
    return rows;
  }

  /** Sparse enough that packets do not wait for each other. */
  private static LinkProbe probe(LinkProfile profile) {
    long gap = GAP_NANOS;
    long longest = 0;
    for (Direction direction : Direction.values()) {
      Impairment asked = profile.impairment(direction);
      if (asked.rate().bitsPerSecond() > 0) {
        gap = Math.max(gap, 4 * asked.rate().nanosFor(LinkProbe.IP_BYTES));
      }
      Slot slot = asked.slot();
      longest =
          Math.max(
              longest,
              asked.owdNanos()
                  + 5 * asked.jitterNanos()
                  + slot.maxNanos()
                  + slot.delayNanos()
                  + 5 * slot.jitterNanos());
    }
    return new LinkProbe((int) (PACKETS * GAP_NANOS / gap), gap, longest + PATIENCE_NANOS);
  }

  private static Map<String, Object> row(
      LinkProfile profile, Backend backend, Direction direction, LinkProbe.Heard heard) {
    Impairment asked = profile.impairment(direction);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("profile", profile.name());
    row.put("backend", backend.label());
    row.put("direction", direction.label());
    row.put("attempt", 1);
    row.put("sent", heard.sent());
    row.put("lost", heard.lost());
    row.put("copies", heard.copies());
    row.put("outOfOrder", heard.outOfOrder());
    if (!heard.numbers().isEmpty()) {
      for (int percent : new int[] {1, 10, 50, 90, 99}) {
        row.put("delayP%dMillis".formatted(percent), heard.delayMillis(percent / 100.0));
      }
    }
    ProbeCheck check = new ProbeCheck(direction, profile, backend, heard, 0);
    check.medianMillis().ifPresent(asMillis -> row.put("askedP50Millis", asMillis));
    row.put("p50ToleranceMillis", 0.3 + sampling(asked, heard.sent() - heard.lost()));
    lossBounds(asked, heard.sent())
        .ifPresent(bounds -> row.put("lossBounds", List.of(bounds.low(), bounds.high())));
    return row;
  }

  /** By how much chance may move the median of so many draws, in 99.99 % of cases. */
  private static double sampling(Impairment asked, int count) {
    return CountBounds.Z * 1.2533 * asked.delay().deviationNanos() / MILLISECOND / Math.sqrt(count);
  }

  /** In which 99 % of counts lie; empty where the loss is not known. */
  private static Optional<CountBounds> lossBounds(Impairment asked, int packets) {
    boolean known =
        asked.drops().isNone()
            && asked.duplicate().probability() == 0
            && asked.corrupt().probability() == 0
            && !asked.ecn();
    if (!known) {
      return Optional.empty();
    }
    return LossExpectation.of(asked.loss(), Semantics.KERNEL)
        .map(
            loss -> {
              double p = loss.fraction();
              double off = 2.576 * Math.sqrt(packets * p * (1 - p) * loss.inflation());
              // Half a packet for continuity; none is lost where none may be.
              off += p == 0 || p == 1 ? 0 : 0.5;
              return new CountBounds(packets * p - off, packets * p + off);
            });
  }

  /** Whether a row of netem is not as asked. */
  static boolean isOff(Map<String, Object> row) {
    boolean late =
        row.get("askedP50Millis") instanceof Double asked
            && row.get("delayP50Millis") instanceof Double measured
            && Math.abs(measured - asked) > (double) row.get("p50ToleranceMillis");
    boolean lossy =
        row.get("lossBounds") instanceof List<?> bounds
            && !new CountBounds((double) bounds.get(0), (double) bounds.get(1))
                .holds((int) row.get("lost"));
    return late || lossy;
  }
}
