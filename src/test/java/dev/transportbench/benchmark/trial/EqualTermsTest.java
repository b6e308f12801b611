package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EqualTermsTest {
  private static final Map<String, String> GOOD =
      Map.of(
          "tls.version", "TLSv1.3",
          "tls.suite", "TLS_AES_128_GCM_SHA256",
          "tls.handshake", "full",
          "congestion", "cubic",
          "initial.window.packets", "10",
          "rcvbuf.bytes", "1");

  private final TrialSettings settings = TrialCells.settings("tls", 1024, 1, "clean", Backend.VETH);

  private List<String> violations(Map<String, String> client, Map<String, String> server) {
    List<String> violations = new ArrayList<>();
    EqualTerms.of(settings, client, server, violations);
    return violations;
  }

  @Test
  void findsNothingWrongWithWhatWasAsked() {
    Map<String, String> server = new TreeMap<>(GOOD);
    server.put("rcvbuf.bytes", "2");
    server.put("congestion", "not available");
    assertThat(violations(GOOD, GOOD)).isEmpty();
    assertThat(EqualTerms.of(settings, GOOD, GOOD, new ArrayList<>()))
        .containsEntry("client.congestion", "cubic")
        .containsEntry("server.rcvbuf.bytes", "1")
        .containsEntry("link.offload", "off");
  }

  @ParameterizedTest
  @CsvSource({
    "tls.version, TLSv1.2, TLSv1.3",
    "tls.handshake, resumed, full",
    "congestion, bbr, cubic",
    "initial.window.packets, 4, 10"
  })
  void saysWhatIsNotAsAskedOnBothSides(String name, String got, String asked) {
    Map<String, String> odd = new TreeMap<>(GOOD);
    odd.put(name, got);
    assertThat(violations(odd, odd))
        .containsExactly(
            "terms: %s is %s on the client, asked for was %s".formatted(name, got, asked),
            "terms: %s is %s on the server, asked for was %s".formatted(name, got, asked));
  }

  @ParameterizedTest
  @CsvSource({"bbr, 11, true", "bbr, 12, false", "bbr, 10, true", "cubic, 11, false"})
  void onlyBbrWidensItsWindowByTheFirstAcknowledgement(
      String congestion, String window, boolean good) {
    Map<String, String> params = new TreeMap<>(settings.params());
    params.put("congestion", congestion);
    Map<String, String> server = new TreeMap<>(GOOD);
    server.put("congestion", congestion);
    Map<String, String> client = new TreeMap<>(server);
    client.put("initial.window.packets", window);
    List<String> violations = new ArrayList<>();
    Map<String, String> terms =
        EqualTerms.of(TrialCells.settings(params), client, server, violations);
    assertThat(violations.isEmpty()).isEqualTo(good);
    assertThat(terms).containsEntry("client.initial.window.packets", window);
  }

  @Test
  void saysWhereTheSidesDiffer() {
    Map<String, String> odd = new TreeMap<>(GOOD);
    odd.put("tls.suite", "TLS_CHACHA20_POLY1305_SHA256");
    assertThat(violations(GOOD, odd))
        .containsExactly(
            "terms unlike: tls.suite is TLS_AES_128_GCM_SHA256 on the client and"
                + " TLS_CHACHA20_POLY1305_SHA256 on the server");
  }
}
