package dev.transportbench.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transports;
import dev.transportbench.transport.Pair;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What plain tools get from the servers, seen by the JDK's own HTTP client. */
class RoutesIT {
  private Pair pair;
  private RpcServer server;
  private HttpClient client;

  @ParameterizedTest
  @CsvSource({"http1, HTTP_1_1", "http1-six, HTTP_1_1", "http2, HTTP_2"})
  void answersPlainTools(String transport, Version version) throws Exception {
    pair = new Pair();
    server = pair.serve(Transports.named(transport), Terms.standard(1));
    client = HttpClient.newBuilder().version(version).sslContext(trustingTheServer()).build();
    for (int bytes : new int[] {0, 1, 100_000, RpcService.MAX_RESPONSE_BYTES}) {
      HttpResponse<byte[]> download = send(request("/bytes/" + bytes).GET());
      assertThat(download.statusCode()).isEqualTo(200);
      assertThat(download.version()).isEqualTo(version);
      assertThat(download.body()).isEqualTo(Payloads.bytes(bytes).toByteArray());
      HttpRequest.Builder echo =
          request("/echo")
              .expectContinue(version == Version.HTTP_1_1)
              .POST(BodyPublishers.ofByteArray(download.body()));
      assertThat(send(echo).body()).isEqualTo(download.body());
    }
    assertThat(send(request("/bytes/-1").GET()).statusCode()).isEqualTo(404);
    assertThat(send(request("/bytes/4194305").GET()).statusCode()).isEqualTo(404);
    assertThat(send(request("/bytes/ten").GET()).statusCode()).isEqualTo(404);
    assertThat(send(request("/nowhere").GET()).statusCode()).isEqualTo(404);
    assertThat(send(request("/nowhere").POST(BodyPublishers.ofString("x"))).statusCode())
        .isEqualTo(404);
    assertThat(pair.fromServer(server::connectionsAccepted)).isEqualTo(1);
    pair.close(server);
    pair.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("https://127.0.0.1:%d%s".formatted(server.address().getPort(), path)))
        .timeout(Duration.ofSeconds(20));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static SSLContext trustingTheServer() throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("server", Pair.IDENTITY.certificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
