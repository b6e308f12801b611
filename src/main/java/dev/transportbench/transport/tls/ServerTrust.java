package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Trust;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.TrustManagerFactory;

/** {@link Trust} in the words of TLS libraries. */
public final class ServerTrust {
  private ServerTrust() {}

  /** What decides whether a server's certificate is accepted. */
  public static TrustManagerFactory managers(Identity identity) {
    if (identity.trust() == Trust.ANYTHING) {
      return InsecureTrustManagerFactory.INSTANCE;
    }
    try {
      KeyStore known = null;
      if (identity.trust() == Trust.CERTIFICATE) {
        known = KeyStore.getInstance(KeyStore.getDefaultType());
        known.load(null, null);
        known.setCertificateEntry("server", identity.certificate());
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(known);
      return managers;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("trust: " + e.getMessage(), e);
    }
  }

  /** How the certificate's host is checked, as JSSE names it; empty for not at all. */
  public static String hostCheck(Identity identity) {
    return identity.trust() == Trust.ANYTHING ? "" : "HTTPS";
  }
}
