package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http3.client.HTTP3Client;
import org.eclipse.jetty.http3.client.HTTP3ClientQuicConfiguration;
import org.eclipse.jetty.http3.client.transport.HttpClientTransportOverHTTP3;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.quic.quiche.client.QuicheClientQuicConfiguration;
import org.eclipse.jetty.quic.quiche.client.QuicheTransport;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jetty's HTTP/3 client: its own HTTP/3 on Cloudflare's quiche. */
@Timeout(120)
class JettyHttp3IT {
  @RegisterExtension
  static final MatrixRow ROW =
      new MatrixRow("Jetty's HTTP/3 client: client")
          .not("speaks HTTP/3 only", "tcp", "tls", "http1", "http2", "websocket", "quic")
          .not("has no WebTransport", "webtransport");

  @Test
  void manyRequestsAtATime(@TempDir Path folder) throws Exception {
    QuicheClientQuicConfiguration quic =
        HTTP3ClientQuicConfiguration.configure(new QuicheClientQuicConfiguration(folder));
    ClientConnector connector = new ClientConnector();
    connector.setSslContextFactory(new SslContextFactory.Client(true));
    HttpClient client =
        new HttpClient(
            new HttpClientTransportOverHTTP3(
                new HTTP3Client(quic, connector), new QuicheTransport(quic)));
    client.start();
    try (OurServer server = new OurServer("http3")) {
      ContentResponse got = client.GET(server.https("/bytes/300000"));
      assertThat(got.getVersion()).isEqualTo(HttpVersion.HTTP_3);
      assertThat(got.getStatus()).isEqualTo(200);
      assertThat(got.getContent()).hasSize(300_000);

      List<CompletableFuture<ContentResponse>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        answers.add(post(client, server.https("/rpc"), Rpc.request()));
      }
      for (CompletableFuture<ContentResponse> answer : answers) {
        Rpc.checkResponse(answer.get(30, TimeUnit.SECONDS).getContent());
      }

      byte[] large = Payloads.bytes(1 << 20).toByteArray();
      assertThat(post(client, server.https("/echo"), large).get(30, TimeUnit.SECONDS).getContent())
          .isEqualTo(large);
      assertThat(client.GET(server.https("/nowhere")).getStatus()).isEqualTo(404);
      assertThat(server.connectionsAccepted()).isOne();
    } finally {
      client.stop();
    }
    ROW.works("http3", "50 RPCs at a time, GET, 1 MiB, 404");
  }

  private static CompletableFuture<ContentResponse> post(
      HttpClient client, String url, byte[] body) {
    return new CompletableResponseListener(
            client.POST(url).body(new BytesRequestContent("application/octet-stream", body)))
        .send();
  }
}
