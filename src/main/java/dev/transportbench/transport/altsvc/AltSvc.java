package dev.transportbench.transport.altsvc;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The field Alt-Svc of a response (RFC 7838 §3). */
final class AltSvc {
  private static final String HTTP_3 = "h3";
  private static final Pattern ALTERNATIVE =
      Pattern.compile(
          "\\G\\s*(?<protocol>[^=;,\\s\"]+)=\"(?<authority>[^\"]*)\""
              + "(?:\\s*;\\s*[^=;,\\s\"]+=(?:\"[^\"]*\"|[^;,\\s\"]*))*\\s*(?:,|$)");
  private static final Pattern SAME_HOST = Pattern.compile(":([1-9]\\d{0,4})");
  private static final int MAX_PORT = 65_535;

  private AltSvc() {}

  /**
   * The UDP port of the first alternative that is HTTP/3 on the host that was asked; empty when
   * there is none, or from where the field is malformed. How long it holds is not looked at, since
   * a client that lives for one visit uses it at once.
   */
  static OptionalInt http3Port(CharSequence field) {
    Matcher alternative = ALTERNATIVE.matcher(field);
    while (alternative.find()) {
      Matcher authority = SAME_HOST.matcher(alternative.group("authority"));
      if (alternative.group("protocol").equals(HTTP_3) && authority.matches()) {
        int port = Integer.parseInt(authority.group(1));
        if (port <= MAX_PORT) {
          return OptionalInt.of(port);
        }
      }
    }
    return OptionalInt.empty();
  }
}
