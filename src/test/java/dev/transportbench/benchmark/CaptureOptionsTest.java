package dev.transportbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.config.BadInputException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CaptureOptionsTest {
  @AfterEach
  void forget() {
    System.clearProperty("bench.pcap");
    System.clearProperty("bench.keylog");
  }

  @Test
  void nothingIsCapturedUnlessAsked() {
    assertThat(CaptureOptions.ofThisProcess().names()).isEmpty();
    assertThat(CaptureOptions.ofThisProcess().jvmArgs()).isEmpty();
  }

  @Test
  void aForkGetsWhatTheProcessGot() {
    System.setProperty("bench.pcap", "");
    System.setProperty("bench.keylog", "true");
    assertThat(CaptureOptions.ofThisProcess().names()).containsExactly("pcap", "keylog");
    assertThat(CaptureOptions.ofThisProcess().jvmArgs())
        .containsExactly("-Dbench.pcap=true", "-Dbench.keylog=true");
  }

  @Test
  void anotherWordIsRefused() {
    System.setProperty("bench.pcap", "yes");
    assertThatThrownBy(CaptureOptions::ofThisProcess)
        .isInstanceOf(BadInputException.class)
        .hasMessage("-Dbench.pcap: 'yes' is unknown; allowed: true, false");
  }
}
