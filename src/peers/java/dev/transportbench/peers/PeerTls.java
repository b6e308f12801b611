package dev.transportbench.peers;

import dev.transportbench.rpc.Identity;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS for peers: version 1.3 and the suite that BoringSSL picks for ours, alone on offer on both
 * sides where the JDK's own TLS is used.
 */
public final class PeerTls {
  /** What two ends of BoringSSL agree on. */
  public static final String SUITE = "TLS_AES_128_GCM_SHA256";

  public static final String VERSION = "TLSv1.3";

  static {
    // Read once, when the JDK's first default context is made. Ours never use it.
    for (String side : new String[] {"client", "server"}) {
      System.setProperty("jdk.tls.%s.protocols".formatted(side), VERSION);
      System.setProperty("jdk.tls.%s.cipherSuites".formatted(side), SUITE);
    }
    // Peers are called by address, which the certificate does not name: it is pinned instead.
    System.setProperty("jdk.internal.httpclient.disableHostnameVerification", "true");
  }

  private PeerTls() {}

  /** The JDK's TLS with a server's key. */
  public static SSLContext server(Identity identity) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys(identity).getKeyManagers(), null, null);
    return context;
  }

  /** The JDK's TLS, trusting one certificate. */
  public static SSLContext client(Identity identity) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Pinned(identity.certificate())}, null);
    return context;
  }

  private static KeyManagerFactory keys(Identity identity) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("server", identity.key(), new char[0], identity.chain());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    return keys;
  }

  /** The key in PEM, for peers that take no other. */
  public static String keyPem(Identity identity) {
    return pem("PRIVATE KEY", identity.key().getEncoded());
  }

  /** The certificate in PEM. */
  public static String certificatePem(Identity identity) throws Exception {
    return pem("CERTIFICATE", identity.certificate().getEncoded());
  }

  private static String pem(String what, byte[] der) {
    Base64.Encoder base64 = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(what, base64.encodeToString(der), what);
  }

  /** Trusts one certificate, whatever the server's address. */
  private static final class Pinned extends X509ExtendedTrustManager {
    private final X509Certificate certificate;

    Pinned(X509Certificate certificate) {
      this.certificate = certificate;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (!chain[0].equals(certificate)) {
        throw new CertificateException("not the server's certificate");
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("no client has one");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw new CertificateException("no client has one");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("no client has one");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
