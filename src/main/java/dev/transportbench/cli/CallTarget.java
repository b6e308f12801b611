package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.rpc.PlainTransport;
import dev.transportbench.rpc.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/**
 * What a URL says about a server.
 *
 * @param host a name, or an address without brackets
 * @param plainPath the path, with its query, of a server that isn't ours; null for one of ours
 */
record CallTarget(InetSocketAddress address, String host, String plainPath) {
  private static final int HTTPS_PORT = 443;
  private static final int MAX_PORT = 65_535;

  static CallTarget parse(Transport transport, String url) {
    return parse(transport, url, InetAddress::getByName);
  }

  static CallTarget parse(Transport transport, String url, Resolver resolver) {
    boolean paths = NetworkTransports.hasPaths(transport);
    String allowed = transport.scheme() + "://HOST:PORT" + (paths ? "/PATH" : "");
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw bad(url, "is no URL", allowed);
    }
    if (!transport.scheme().equalsIgnoreCase(uri.getScheme())) {
      throw bad(url, "has another scheme than transport '" + transport.name() + "'", allowed);
    }
    if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      throw bad(url, "is not just a host, a port and a path", allowed);
    }
    int port = uri.getPort() == -1 && paths ? HTTPS_PORT : uri.getPort();
    if (port < 1 || port > MAX_PORT) {
      throw bad(url, "has no valid port", allowed);
    }
    String host = uri.getHost().replaceAll("[\\[\\]]", "");
    try {
      return new CallTarget(
          new InetSocketAddress(resolver.resolve(host), port),
          host,
          plainPath(transport, uri, paths, allowed));
    } catch (UnknownHostException e) {
      throw bad(url, "names an unknown host", allowed);
    }
  }

  private static String plainPath(Transport transport, URI uri, boolean paths, String allowed) {
    String path = uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    if (query.isEmpty() && path.equals(NetworkTransports.RPC_PATH)) {
      return null;
    }
    if (!paths) {
      if (path.isEmpty() && query.isEmpty()) {
        return null;
      }
      throw bad(
          uri.toString(), "has a path, of which '" + transport.name() + "' knows none", allowed);
    }
    if (!(transport instanceof PlainTransport)) {
      throw bad(
          uri.toString(),
          "is not one of ours, and '" + transport.name() + "' calls no others",
          transport.scheme() + "://HOST:PORT" + NetworkTransports.RPC_PATH);
    }
    return (path.isEmpty() ? "/" : path) + query;
  }

  private static BadInputException bad(String url, String problem, String allowed) {
    return new BadInputException("URL: '%s' %s; allowed: %s".formatted(url, problem, allowed));
  }
}
