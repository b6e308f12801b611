package dev.transportbench.rpc;

import java.util.Arrays;

/** A version of TLS that TCP's transports can speak; QUIC's is 1.3 always (RFC 9001). */
public enum TlsVersion {
  TLS_1_2("1.2", "TLSv1.2"),
  TLS_1_3("1.3", "TLSv1.3");

  private final String label;
  private final String protocol;

  TlsVersion(String label, String protocol) {
    this.label = label;
    this.protocol = protocol;
  }

  /**
   * @throws java.util.NoSuchElementException when there is none of that label
   */
  public static TlsVersion labelled(String label) {
    return Arrays.stream(values()).filter(v -> v.label.equals(label)).findFirst().orElseThrow();
  }

  /** As the JMH parameter {@code tlsVersion} says it. */
  public String label() {
    return label;
  }

  /** As {@link javax.net.ssl.SSLSession#getProtocol} says it. */
  public String protocol() {
    return protocol;
  }
}
