package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Identity;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;

/**
 * Makes self-signed identities for a run: ECDSA on P-256 and valid for ten days, because browsers
 * accept a certificate by its hash only when it is such a key and lives at most fourteen.
 */
public final class Identities {
  /** What the certificates name. Under {@code .test}, which never resolves (RFC 6761 §6.2). */
  public static final String HOST_NAME = "transport-bench.test";

  private static final Duration CLOCK_SKEW = Duration.ofHours(1);
  private static final Duration VALIDITY = Duration.ofDays(10);

  private Identities() {}

  /**
   * A new key and its certificate.
   *
   * @param addresses named beside {@link #HOST_NAME}, for peers that connect by address
   * @throws IllegalStateException when this JDK can't make one
   */
  public static Identity create(InetAddress... addresses) {
    Instant now = Instant.now();
    CertificateBuilder builder =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=" + HOST_NAME)
            .notBefore(now.minus(CLOCK_SKEW))
            .notAfter(now.plus(VALIDITY))
            .addSanDnsName(HOST_NAME)
            .setIsCertificateAuthority(true);
    for (InetAddress address : addresses) {
      builder.addSanIpAddress(address);
    }
    try {
      X509Bundle bundle = builder.buildSelfSigned();
      return new Identity(HOST_NAME, bundle.getKeyPair().getPrivate(), bundle.getCertificate());
    } catch (Exception e) {
      throw new IllegalStateException("no certificate could be made: " + e.getMessage(), e);
    }
  }
}
