package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad input is one line and status 2, and writes nothing. */
class AbCommandTest {
  @TempDir Path folder;

  private void refused(String message, String... args) {
    Path out = folder.resolve("out");
    String[] all = java.util.Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--out";
    all[args.length + 1] = out.toString();
    Cli cli = Cli.run(all);
    assertThat(cli.status()).isEqualTo(2);
    assertThat(cli.err()).contains(message);
    assertThat(cli.err().lines()).hasSize(1);
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ab|BASE: '' is missing; allowed: a jar or a git ref",
        "ab no-such-ref x.jar|BASE: 'no-such-ref' is neither a jar nor a commit",
        "ab no.jar no.jar|BASE: 'no.jar' does not exist; allowed: a benchmarks.jar",
        "ab pom.xml no.jar|BASE: 'pom.xml' is not a jar",
        "ab x.jar y.jar --budget=soon|--budget: 'soon' is not a time",
        "ab x.jar y.jar --budget=30s|--budget: '30s' does not hold 8 cells × 6 forks of two jars",
        "ab x.jar y.jar --looks=4|--looks: '4' is out of range; allowed: 1 to 3",
        "ab x.jar y.jar --study=nope|study: 'nope' is unknown; allowed: ",
        "ab x.jar y.jar --floor=pom.xml|--floor: 'pom.xml' is no floor; allowed: aa.json",
        "ab --property=netty.version=1|--property: 'netty.version=1' is not two values of one",
        "ab a.jar --property=a=1,2|--property: 'a=1,2' leaves no BASE",
        "aa no.jar|BASE: 'no.jar' does not exist",
        "aa no.jar --repeats=0|--repeats: '0' is out of range; allowed: 1 to 1000",
      })
  void badInput(String line, String message) {
    refused(message, line.split(" "));
  }

  /** Ten minutes on two cores are what a pull request gets. */
  @Test
  void gateFitsItsBudget() {
    AbPlan plan = AbPlan.of("gate", "10m", 3, 1);

    assertThat(plan.looks().count()).isEqualTo(1);
    assertThat(plan.looks().forks()).isEqualTo(6);
    assertThat(plan.plan().cells()).hasSizeLessThanOrEqualTo(10);
    assertThat(AbPlan.of("gate", "1h", 3, 1).looks().count()).isEqualTo(3);
  }
}
