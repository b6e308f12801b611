package dev.transportbench.transport.tls;

import dev.transportbench.rpc.ConnectionLogs;
import dev.transportbench.rpc.Identity;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.OpenSslContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.ReferenceCountedOpenSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.KeyLogCallback;
import io.netty.internal.tcnative.SSLContext;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * The two ends' TLS settings for TCP: one version, no tickets unless sessions are to be resumed.
 * The suite is BoringSSL's choice, which can't be steered for TLS 1.3: read it from the session.
 */
final class SslContexts {
  private static final ContextCache<SslContext> SERVERS =
      new ContextCache<>(SslContexts::newServer);
  private static final ContextCache<SslContext> CLIENTS =
      new ContextCache<>(SslContexts::newClient);

  private SslContexts() {}

  static SslContext server(Identity identity, TlsTerms terms) {
    return SERVERS.get(identity, terms);
  }

  /** Trusts as the identity says; by default its certificate alone, for its host. */
  static SslContext client(Identity identity, TlsTerms terms) {
    return CLIENTS.get(identity, terms);
  }

  private static SslContext newServer(Identity identity, TlsTerms terms) {
    try {
      // Sends no ticket as long as no key for tickets is set.
      SslContext server =
          SslContextBuilder.forServer(identity.key(), identity.chain())
              .sslProvider(SslProvider.OPENSSL)
              .protocols(terms.version().protocol())
              .applicationProtocolConfig(alpn(terms.applicationProtocol()))
              .build();
      if (terms.resumes()) {
        ((OpenSslContext) server).sessionContext().setTicketKeys(newTicketKey());
      }
      return server;
    } catch (SSLException e) {
      throw new IllegalStateException("TLS server: " + e.getMessage(), e);
    }
  }

  private static OpenSslSessionTicketKey newTicketKey() {
    return new OpenSslSessionTicketKey(
        random(OpenSslSessionTicketKey.NAME_SIZE),
        random(OpenSslSessionTicketKey.HMAC_KEY_SIZE),
        random(OpenSslSessionTicketKey.AES_KEY_SIZE));
  }

  private static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return random;
  }

  private static SslContext newClient(Identity identity, TlsTerms terms) {
    try {
      SslContext client =
          SslContextBuilder.forClient()
              .sslProvider(SslProvider.OPENSSL)
              .protocols(terms.version().protocol())
              .trustManager(ServerTrust.managers(identity))
              .endpointIdentificationAlgorithm(ServerTrust.hostCheck(identity))
              .applicationProtocolConfig(alpn(terms.applicationProtocol()))
              .build();
      ((OpenSslContext) client).sessionContext().setSessionCacheEnabled(terms.resumes());
      ConnectionLogs.keys().ifPresent(keys -> logKeys(client, keys));
      return client;
    } catch (SSLException e) {
      throw new IllegalStateException("TLS client: " + e.getMessage(), e);
    }
  }

  /**
   * Netty's API has no key log for TCP, and keeps to itself the handle by which the library under
   * it is asked for one. What Netty gives away is another: with that one the process would crash.
   */
  private static void logKeys(SslContext context, Consumer<String> keys) {
    KeyLogCallback callback =
        (ssl, line) -> keys.accept(new String(line, StandardCharsets.US_ASCII));
    try {
      Field handle = ReferenceCountedOpenSslContext.class.getDeclaredField("ctx");
      handle.setAccessible(true);
      if (!SSLContext.setKeyLogCallback(handle.getLong(context), callback)) {
        throw new IllegalStateException("key log for TCP: the TLS library has none");
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("key log for TCP: this version of Netty hides it", e);
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
