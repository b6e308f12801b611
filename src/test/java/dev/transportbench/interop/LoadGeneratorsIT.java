package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people measure HTTP servers with, against ours. */
@Timeout(120)
class LoadGeneratorsIT {
  private static final String NO_HTTP = "speaks HTTP only";

  @Nested
  class H2load {
    @RegisterExtension
    static final MatrixRow ROW =
        new MatrixRow("h2load: client")
            .not(NO_HTTP, "tcp", "tls", "quic", "websocket", "webtransport")
            .not("Debian 12's is built without HTTP/3", "http3");

    @ParameterizedTest
    @CsvSource({"http1, --h1", "http2, --npn-list=h2"})
    void allRequestsSucceed(String transport, String option) throws Exception {
      Tool h2load = Tool.find("h2load", "nghttp2-client");
      try (OurServer server = new OurServer(transport)) {
        Tool.Ended ended =
            h2load.run(option, "-n", "2000", "-c", "4", "-m", "16", server.https("/bytes/1024"));
        assertThat(ended.output())
            .contains("2000 done, 2000 succeeded, 0 failed, 0 errored, 0 timeout");
        assertThat(server.connectionsAccepted()).isEqualTo(4);
      }
      ROW.works(transport, "2,000 of 2,000 requests");
    }
  }

  @Nested
  class Wrk {
    @RegisterExtension
    static final MatrixRow ROW =
        new MatrixRow("wrk: client")
            .not("speaks HTTP/1.1 only", "tcp", "tls", "quic", "websocket", "webtransport")
            .not("speaks HTTP/1.1 only", "http2", "http3");

    @Test
    void noRequestFails() throws Exception {
      Tool wrk = Tool.find("wrk", "wrk");
      try (OurServer server = new OurServer("http1")) {
        Tool.Ended ended = wrk.run("-t1", "-c8", "-d1s", server.https("/bytes/1024"));
        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(ended.output())
            .contains("requests in")
            .doesNotContain("Socket errors")
            .doesNotContain("Non-2xx")
            .doesNotContainPattern("\\b0 requests in");
      }
      ROW.works("http1", "a second of 8 connections without an error");
    }
  }
}
