package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Environments that differ: all differences in one refusal, or on top of what is compared. */
class UnlikeTest {
  private static final Map<String, Object> MACHINE =
      Map.of(
          "jdk",
          "OpenJDK 64-Bit Server VM 17.0.15+6",
          "kernel",
          "6.1.0",
          "cpu",
          "Xeon Gold 6230",
          "cores",
          2,
          "netty",
          "4.2.17.Final",
          "forkJvmArgs",
          List.of("-Xmx1g", "-XX:+UseG1GC"));

  @TempDir Path folder;

  private Path run(
      String name, Map<String, Object> environment, String backend, Object owd, String tls)
      throws IOException {
    Path run = Files.createDirectories(folder.resolve(name));
    CellRecord cell =
        new CellRecord(
            "dev.transportbench.A.call[backend=" + backend + ",transport=tcp]",
            "dev.transportbench.A.call",
            "thrpt",
            Map.of("transport", "tcp", "backend", backend),
            new CellRecord.LinkRecord(
                Map.of("backend", backend, "seed", name, "owdMillis", owd), List.of()),
            CellRecord.Status.ok,
            null,
            6,
            Map.of("tls", tls),
            List.of(),
            Map.of("throughput", new Figure(5.0, "1/s", List.of(5.0, 5.1), null)));
    LedgerJson.write(
        run.resolve("ledger.json"), new Ledger(1, "s", "q", null, environment, List.of(cell)));
    return run;
  }

  @Test
  void everyDifferenceIsListedAtOnceWithBothValues() throws IOException {
    Path base = run("base", MACHINE, "veth", 15, "1.3");
    Path head =
        run(
            "head",
            Map.of(
                "jdk",
                "OpenJDK 64-Bit Server VM 25.0.1+8",
                "kernel",
                "6.12.4",
                "cpu",
                "EPYC 7763",
                "cores",
                4,
                "netty",
                "4.2.18.Final",
                "forkJvmArgs",
                List.of("-Xmx1g", "-XX:+UseZGC")),
            "tun",
            20,
            "1.2");

    assertThatThrownBy(() -> Comparer.compare(base, head, false))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "unlike environments: jdk 17.0.15+6 → 25.0.1+8; kernel 6.1.0 → 6.12.4;"
                + " cpu Xeon Gold 6230 → EPYC 7763; cores 2 → 4;"
                + " netty 4.2.17.Final → 4.2.18.Final; flags -XX:+UseG1GC → -XX:+UseZGC;"
                + " backend veth → tun; link {owdMillis=15} → {owdMillis=20};"
                + " terms {tls=1.3} → {tls=1.2}; allowed: like ones, or --allow-unlike");

    Compared allowed = Comparer.compare(base, head, true);

    assertThat(allowed.unlike()).hasSize(9);
    assertThat(allowed.cells()).hasSize(1);
    assertThat(allowed.onlyInBase()).isEmpty();
    assertThat(allowed.onlyInHead()).isEmpty();
  }

  @Test
  void theBackendAloneIsNoOtherCell() throws IOException {
    Path base = run("base", MACHINE, "veth", 15, "1.3");
    Path head = run("head", MACHINE, "tun", 15, "1.3");

    assertThatThrownBy(() -> Comparer.compare(base, head, false))
        .hasMessage(
            "unlike environments: backend veth → tun; allowed: like ones, or --allow-unlike");
    assertThat(Comparer.compare(base, base, false).warnings()).isEmpty();
  }

  @Test
  void whatOneSideDoesNotStateIsSaid() throws IOException {
    Map<String, Object> less = new HashMap<>(MACHINE);
    less.remove("kernel");
    less.put("cpu", "unknown");
    Path base = run("base", MACHINE, "veth", 15, "1.3");
    Path head = run("head", less, "veth", 15, "1.3");

    assertThat(Comparer.compare(base, head, false).warnings())
        .containsExactly("only base states kernel, cpu: not compared");
    assertThat(Comparer.compare(head, base, false).warnings())
        .containsExactly("only head states kernel, cpu: not compared");
  }

  /** In a benchmark of others a backend is what they compare. */
  @Test
  void aBackendOfOthersIsAParameterLikeAnyOther() throws IOException {
    String rocks =
        JmhText.file(
            JmhText.entry(
                "a.Store.put",
                "thrpt",
                Map.of("backend", "rocksdb"),
                JmhText.metric("ops/s", JmhText.forks(1, 6, 10, 0.01)),
                ""));
    Path base = Files.writeString(folder.resolve("b.json"), rocks);
    Path head = Files.writeString(folder.resolve("h.json"), rocks.replace("rocksdb", "lmdb"));

    assertThatThrownBy(() -> Comparer.compare(base, head, true))
        .hasMessageStartingWith("nothing in common: ");
  }

  @Test
  void aWindowsPathOfAnotherMachineIsNoOtherFlag() {
    assertThat(
            Conditions.flags(List.of("-Dx=\\\\build7\\share\\y.cfg", "-cp", "C:\\a b\\c;D:\\d\\e")))
        .isEqualTo(Conditions.flags(List.of("-Dx=/mnt/share/y.cfg", "-cp", "D:\\x\\c;/y/e")))
        .isEqualTo("-Dx=…/y.cfg -cp …/c;…/e");
  }
}
