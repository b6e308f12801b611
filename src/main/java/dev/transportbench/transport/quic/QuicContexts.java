package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Identity;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The two ends' TLS settings for QUIC, made once for each identity and application protocol; see
 * {@link dev.transportbench.transport.tls.SslContexts} for TCP's. No resumption, no 0-RTT.
 */
final class QuicContexts {
  // Client and server loops are different threads of one process: all access is synchronized.
  private static final Map<Identity, Map<String, QuicSslContext>> SERVERS = new WeakHashMap<>();
  private static final Map<Identity, Map<String, QuicSslContext>> CLIENTS = new WeakHashMap<>();

  private QuicContexts() {}

  static synchronized QuicSslContext server(Identity identity, String applicationProtocol) {
    return SERVERS
        .computeIfAbsent(identity, any -> new HashMap<>())
        .computeIfAbsent(
            applicationProtocol,
            any ->
                QuicSslContextBuilder.forServer(identity.key(), null, identity.certificate())
                    .applicationProtocols(applicationProtocol)
                    .earlyData(false)
                    .build());
  }

  /** Trusts the identity's certificate alone and checks that it is for the host that is asked. */
  static synchronized QuicSslContext client(Identity identity, String applicationProtocol) {
    return CLIENTS
        .computeIfAbsent(identity, any -> new HashMap<>())
        .computeIfAbsent(
            applicationProtocol,
            any ->
                QuicSslContextBuilder.forClient()
                    .trustManager(identity.certificate())
                    .endpointIdentificationAlgorithm("HTTPS")
                    .applicationProtocols(applicationProtocol)
                    .earlyData(false)
                    // Tickets that the server sends are dropped.
                    .sessionCacheSize(0)
                    .build());
  }
}
