package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Identity;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import javax.net.ssl.SSLException;

/**
 * The two ends' TLS settings for TCP. TLS 1.3 only, no tickets, no resumption. The suite is
 * BoringSSL's choice, which can't be steered for TLS 1.3: read it from the session.
 */
final class SslContexts {
  private static final String PROTOCOL = "TLSv1.3";

  private static final ContextCache<SslContext> SERVERS =
      new ContextCache<>(SslContexts::newServer);
  private static final ContextCache<SslContext> CLIENTS =
      new ContextCache<>(SslContexts::newClient);

  private SslContexts() {}

  static SslContext server(Identity identity, String applicationProtocol) {
    return SERVERS.get(identity, applicationProtocol);
  }

  /** Trusts as the identity says; by default its certificate alone, for its host. */
  static SslContext client(Identity identity, String applicationProtocol) {
    return CLIENTS.get(identity, applicationProtocol);
  }

  private static SslContext newServer(Identity identity, String applicationProtocol) {
    try {
      // Sends no ticket as long as no key for tickets is set.
      return SslContextBuilder.forServer(identity.key(), identity.chain())
          .sslProvider(SslProvider.OPENSSL)
          .protocols(PROTOCOL)
          .applicationProtocolConfig(alpn(applicationProtocol))
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("TLS server: " + e.getMessage(), e);
    }
  }

  private static SslContext newClient(Identity identity, String applicationProtocol) {
    try {
      return SslContextBuilder.forClient()
          .sslProvider(SslProvider.OPENSSL)
          .protocols(PROTOCOL)
          .trustManager(ServerTrust.managers(identity))
          .endpointIdentificationAlgorithm(ServerTrust.hostCheck(identity))
          .applicationProtocolConfig(alpn(applicationProtocol))
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("TLS client: " + e.getMessage(), e);
    }
  }

  private static ApplicationProtocolConfig alpn(String applicationProtocol) {
    if (applicationProtocol.equals(Tls.NO_ALPN)) {
      return ApplicationProtocolConfig.DISABLED;
    }
    // The only behaviours that the provider knows; the client checks the outcome itself.
    return new ApplicationProtocolConfig(
        Protocol.ALPN,
        SelectorFailureBehavior.NO_ADVERTISE,
        SelectedListenerFailureBehavior.ACCEPT,
        applicationProtocol);
  }
}
