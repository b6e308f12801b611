package dev.transportbench.rpc;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetAddress;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The server's key and certificate: one for all transports of a run, so that the handshake's price
 * is the same for each.
 *
 * @param hostName what the certificate names; dotted, because Netty sends no SNI for a bare name
 * @param key null at a client that trusts otherwise than by the certificate
 * @param certificate likewise
 * @param issuers what the server sends behind its certificate, in order; empty in benchmarks
 * @param trust whose certificate a client accepts
 */
public record Identity(
    String hostName,
    PrivateKey key,
    X509Certificate certificate,
    List<X509Certificate> issuers,
    Trust trust) {
  /** Under {@code .test}, which never resolves (RFC 6761 section 6.2). */
  public static final String HOST_NAME = "transport-bench.test";

  /** Browsers accept a certificate by its digest only when it lives for at most 14 days. */
  private static final Duration LIFETIME = Duration.ofDays(13);

  /** A certificate that is sent, and trusted, alone. */
  public Identity(String hostName, PrivateKey key, X509Certificate certificate) {
    this(hostName, key, certificate, List.of(), Trust.CERTIFICATE);
  }

  /** What a client knows of a server that it only knows by name. */
  public static Identity ofServer(String hostName, Trust trust) {
    return new Identity(hostName, null, null, List.of(), trust);
  }

  /** The certificate and its issuers. */
  public X509Certificate[] chain() {
    return Stream.concat(Stream.of(certificate), issuers.stream()).toArray(X509Certificate[]::new);
  }

  /** Host and port as a URL has them: an IPv6 address in brackets. */
  public String authority(int port) {
    return (hostName.indexOf(':') < 0 ? hostName : "[" + hostName + "]") + ":" + port;
  }

  /**
   * A new ECDSA P-256 key and a certificate that it signed itself, valid from an hour ago.
   *
   * @param addresses named beside {@link #HOST_NAME}, for peers that connect by address
   * @throws IllegalStateException when this JDK cannot make one
   */
  public static Identity selfSigned(InetAddress... addresses) {
    return selfSigned(List.of(), List.of(addresses));
  }

  /**
   * As {@link #selfSigned(InetAddress...)}, with further names.
   *
   * @throws IllegalStateException when this JDK cannot make one
   */
  public static Identity selfSigned(List<String> names, List<InetAddress> addresses) {
    Instant from = Instant.now().minus(Duration.ofHours(1));
    CertificateBuilder builder =
        new CertificateBuilder()
            .algorithm(CertificateBuilder.Algorithm.ecp256)
            .subject("CN=" + HOST_NAME)
            .addSanDnsName(HOST_NAME)
            .notBefore(from)
            .notAfter(from.plus(LIFETIME))
            .setIsCertificateAuthority(true);
    for (String name : names) {
      builder.addSanDnsName(name);
    }
    for (InetAddress address : addresses) {
      builder.addSanIpAddress(address);
    }
    try {
      X509Bundle bundle = builder.buildSelfSigned();
      return new Identity(HOST_NAME, bundle.getKeyPair().getPrivate(), bundle.getCertificate());
    } catch (Exception e) {
      throw new IllegalStateException("cannot make a certificate: " + e.getMessage(), e);
    }
  }
}
