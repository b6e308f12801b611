package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.TlsVersion;

/**
 * What the settings of an end of TLS depend on, beside the identity.
 *
 * @param applicationProtocol for ALPN, or {@link Tls#NO_ALPN}
 */
public record TlsTerms(String applicationProtocol, TlsVersion version, Handshake handshake) {

  public static TlsTerms of(String applicationProtocol, Terms terms) {
    return new TlsTerms(applicationProtocol, terms.tlsVersion(), terms.handshake());
  }

  /** Whether connections are opened by the tickets of earlier ones. */
  public boolean resumes() {
    return handshake != Handshake.FULL;
  }
}
