package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** {@code ADDR:PORT} as {@code --listen} takes it. */
final class ListenAddress {
  private static final String ALLOWED =
      "ADDR:PORT, as 127.0.0.1:4433, [::1]:4433 or [::]:0, with a port from 0 (any free one) to"
          + " 65535; without ADDR all addresses";
  private static final int MAX_PORT = 65_535;

  private ListenAddress() {}

  /** Both families where none is named: {@code ::} takes IPv4, too. */
  static InetSocketAddress parse(String text) {
    return parse(text, InetAddress::getByName);
  }

  static InetSocketAddress parse(String text, Resolver resolver) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw bad(text, "has no port");
    }
    String host = text.substring(0, colon);
    int port = port(text, text.substring(colon + 1));
    if (host.isEmpty()) {
      host = "[::]";
    }
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (!bracketed && host.indexOf(':') >= 0) {
      throw bad(text, "has an IPv6 address without brackets");
    }
    try {
      return new InetSocketAddress(resolver.resolve(host), port);
    } catch (UnknownHostException e) {
      throw bad(text, "names no address");
    }
  }

  private static int port(String text, String digits) {
    if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > MAX_PORT) {
      throw bad(text, "has no valid port");
    }
    return Integer.parseInt(digits);
  }

  static BadInputException bad(String text, String problem) {
    return new BadInputException(
        "--listen: '%s' %s; allowed: %s".formatted(text, problem, ALLOWED));
  }
}
