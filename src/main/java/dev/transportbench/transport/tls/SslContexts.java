package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Identity;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.util.Map;
import java.util.WeakHashMap;
import javax.net.ssl.SSLException;

/**
 * The two ends' TLS settings for TCP, made once for each identity, so that opening a connection
 * costs a handshake and not a parsed certificate. TLS 1.3 only, no tickets, no resumption. The
 * suite is BoringSSL's choice, which can't be steered for TLS 1.3: read it from the session.
 */
public final class SslContexts {
  private static final String PROTOCOL = "TLSv1.3";

  // Client and server loops are different threads of one process: all access is synchronized.
  private static final Map<Identity, SslContext> SERVERS = new WeakHashMap<>();
  private static final Map<Identity, SslContext> CLIENTS = new WeakHashMap<>();

  private SslContexts() {}

  public static synchronized SslContext server(Identity identity) {
    return SERVERS.computeIfAbsent(identity, SslContexts::newServer);
  }

  /** Trusts the identity's certificate alone and checks that it is for the host that is asked. */
  public static synchronized SslContext client(Identity identity) {
    return CLIENTS.computeIfAbsent(identity, SslContexts::newClient);
  }

  private static SslContext newServer(Identity identity) {
    try {
      // Sends no ticket as long as no key for tickets is set.
      return SslContextBuilder.forServer(identity.key(), identity.certificate())
          .sslProvider(SslProvider.OPENSSL)
          .protocols(PROTOCOL)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("TLS server: " + e.getMessage(), e);
    }
  }

  private static SslContext newClient(Identity identity) {
    try {
      return SslContextBuilder.forClient()
          .sslProvider(SslProvider.OPENSSL)
          .protocols(PROTOCOL)
          .trustManager(identity.certificate())
          .endpointIdentificationAlgorithm("HTTPS")
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("TLS client: " + e.getMessage(), e);
    }
  }
}
