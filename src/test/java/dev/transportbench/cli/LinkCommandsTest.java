package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.link.LinkProfiles;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The subcommands of {@code link} that bring no link up. */
class LinkCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void listNamesEveryProfile() {
    assertThat(run("list")).isZero();
    assertThat(out.toString().lines()).hasSameSizeAs(LinkProfiles.names());
    assertThat(out.toString()).contains("cellular-firefly ").contains("itu-h-intercontinental ");
  }

  @Test
  void showSaysWhatALinkDoesAndHowTcDoesIt() {
    assertThat(run("show", "cellular-firefly")).isZero();
    assertThat(out.toString())
        .startsWith("cellular-firefly: A cellular carrier")
        .contains("  source: published netem command")
        .contains("  up   owd 15.0 ms ± 2.5 ms normal, loss 0.5000 %")
        .contains("netem limit 50000 delay 15ms 2.5ms distribution normal loss 0.5%");
  }

  @Test
  void showAsJson() throws Exception {
    assertThat(run("show", "interop-blackhole", "--json")).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/up/outageDownMillis").asDouble()).isEqualTo(2000);
    assertThat(json.at("/tc/up/cannot/0").asText()).startsWith("outage: ");
  }

  @Test
  void showInTheKernelsSemantics() {
    assertThat(run("show", "netem:loss 5% 25%", "--semantics", "kernel")).isZero();
    assertThat(out.toString()).contains("semantics kernel").doesNotContain("not by tc");
  }

  @Test
  void refusesInOneLine() {
    assertThat(run("show", "netem:delay soon")).isEqualTo(2);
    assertThat(run("show", "clean", "--semantics", "real")).isEqualTo(2);
    assertThat(run("check", "clean", "--seconds", "0")).isEqualTo(2);
    assertThat(run("bench", "--seconds", "61")).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(4).allMatch(line -> line.contains("; allowed: "));
  }

  private int run(String... arguments) {
    return new CommandLine(new LinkCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
