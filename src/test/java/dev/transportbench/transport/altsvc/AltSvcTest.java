package dev.transportbench.transport.altsvc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AltSvcTest {

  /** The first ones are RFC 7838's own examples with h3 for h2, or lists like them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "h3=\":8000\" | 8000",
        "h3=\":443\"; ma=2592000;persist=1 | 443",
        "h3-25=\":443\"; ma=3600, h2=\":443\"; ma=3600, h3=\":8443\" | 8443",
        "h3=\"alt.example.com:8000\", h3=\":444\" | 444",
        "h2=\":1\"; note=\"h3=:2, h3=:3\", h3=\":5\" | 5",
        "h3=\":1\" , h3=\":2\" | 1",
        "h3=\":65535\" | 65535"
      })
  void findsHttp3OnTheSameHost(String field, int port) {
    assertThat(AltSvc.http3Port(field)).hasValue(port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "clear",
        "h2=\":443\"",
        "h3-29=\":443\"",
        "h3=\":0\"",
        "h3=\":65536\"",
        "h3=\":443",
        "h3=:443",
        "xh3=\":443\"",
        "h3=\"other.example:443\"",
        "; h3=\":443\"",
        "h2=\":1\"; note=\"h3=:2"
      })
  void findsNothingElse(String field) {
    assertThat(AltSvc.http3Port(field)).isEmpty();
  }
}
