package dev.transportbench.rpc;

import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;

/** A transport that can also call servers that know nothing of {@code rpc.proto}. */
public interface PlainTransport extends Transport {

  /** Whether such a call's payload is sent and must come back; what a GET brings is not known. */
  boolean echoes();

  /**
   * Opens a client each of whose calls is what any server of the protocol understands: over HTTP a
   * GET of {@code path}; on a WebSocket or WebTransport session at {@code path} the request's
   * payload, which is expected back. The request's method is ignored; the response's payload is
   * what came back.
   *
   * @param path with its query, starting with a slash
   * @return done when a call can be made, or failed with the reason
   */
  Future<RpcClient> connectPlain(
      Side side, InetSocketAddress server, Identity identity, Terms terms, String path);
}
