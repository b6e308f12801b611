package dev.transportbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Packages depend one way: each may use the ones listed beside it and no others of ours. */
class ArchitectureTest {
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("config", Set.of()),
          Map.entry("ledger", Set.of()),
          Map.entry("stats", Set.of()),
          Map.entry("rpc", Set.of()),
          Map.entry("link", Set.of("config")),
          Map.entry("transport", Set.of("rpc")),
          Map.entry("profiler", Set.of("ledger")),
          Map.entry(
              "benchmark", Set.of("rpc", "transport", "link", "profiler", "ledger", "config")),
          Map.entry("study", Set.of("benchmark", "profiler", "link", "rpc", "ledger", "config")),
          Map.entry("report", Set.of("stats", "ledger", "config")),
          Map.entry(
              "cli",
              Set.of(
                  "study",
                  "report",
                  "stats",
                  "link",
                  "transport",
                  "benchmark",
                  "profiler",
                  "rpc",
                  "ledger",
                  "config")));

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.transportbench");
  }

  @Test
  void packagesDependOneWay() {
    MAY_USE.forEach(
        (name, allowed) -> {
          List<String> forbidden = new ArrayList<>();
          for (String other : MAY_USE.keySet()) {
            if (!other.equals(name) && !allowed.contains(other)) {
              forbidden.add("dev.transportbench." + other + "..");
            }
          }
          noClasses()
              .that()
              .resideInAPackage("dev.transportbench." + name + "..")
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(forbidden.toArray(String[]::new))
              .check(classes);
        });
  }

  /** A codec measured alone is a transport's; all else sees transports by their contract. */
  @Test
  void onlyCodecBenchmarksSeeTransports() {
    noClasses()
        .that()
        .resideInAPackage("dev.transportbench.benchmark..")
        .and()
        .resideOutsideOfPackage("dev.transportbench.benchmark.framing..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.transportbench.transport..")
        .check(classes);
  }

  @Test
  void noPackageIsOutsideTheList() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            MAY_USE.keySet().stream()
                .map(name -> "dev.transportbench." + name + "..")
                .toArray(String[]::new))
        .should()
        .resideInAPackage("dev.transportbench..")
        .allowEmptyShould(true)
        .check(classes);
  }

  @Test
  void noCycles() {
    slices().matching("dev.transportbench.(*)..").should().beFreeOfCycles().check(classes);
  }
}
