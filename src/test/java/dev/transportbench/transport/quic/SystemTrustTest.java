package dev.transportbench.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Function;
import org.junit.jupiter.api.Test;

class SystemTrustTest {

  @Test
  void theCodecsLibraryFindsNoBundle() {
    assumeTrue(System.getProperty("os.name").equals("Linux"));
    SystemTrust.leaveUnread();

    Object seen =
        Function.getFunction("c", "getenv").invoke(String.class, new Object[] {"SSL_CERT_FILE"});

    assertThat(seen).isEqualTo("/dev/null");
  }
}
