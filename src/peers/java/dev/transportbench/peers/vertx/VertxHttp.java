package dev.transportbench.peers.vertx;

import dev.transportbench.peers.PeerClient;
import dev.transportbench.peers.PeerMessages;
import dev.transportbench.peers.PeerTls;
import dev.transportbench.peers.Protocol;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.proto.ClientMessage;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.OpenSSLEngineOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;

/** Vert.x's client over HTTP/1.1 or HTTP/2, on one event loop. */
abstract class VertxHttp extends VertxPeer {
  VertxHttp(String name, Protocol protocol) {
    super(name, protocol);
  }

  @Override
  protected final PeerClient open(
      Side side, InetSocketAddress server, Identity identity, int concurrency) throws Exception {
    HttpClientOptions options =
        new HttpClientOptions()
            .setSsl(true)
            .setSslEngineOptions(new OpenSSLEngineOptions())
            .setEnabledSecureTransportProtocols(Set.of(PeerTls.VERSION))
            .setTrustOptions(trust(identity))
            .setVerifyHost(false)
            .setHttp2ConnectionWindowSize(FLOW_WINDOW_BYTES)
            .setInitialSettings(new Http2Settings().setInitialWindowSize(FLOW_WINDOW_BYTES));
    if (protocol() == Protocol.HTTP2) {
      options.setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(true);
    }
    Vertx vertx = vertx();
    HttpClient http =
        vertx
            .httpClientBuilder()
            .with(options)
            .with(new PoolOptions().setHttp1MaxSize(concurrency).setHttp2MaxSize(1))
            .build();
    RequestOptions request =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost(server.getAddress().getHostAddress())
            .setPort(server.getPort())
            .setSsl(true)
            .setURI("/rpc");
    return new Client(side, vertx, http, request);
  }

  private static final class Client extends PeerClient {
    private final Vertx vertx;
    private final HttpClient http;
    private final RequestOptions options;
    private final Context context;

    Client(Side side, Vertx vertx, HttpClient http, RequestOptions options) {
      super(side);
      this.vertx = vertx;
      this.http = http;
      this.options = options;
      this.context = vertx.getOrCreateContext();
    }

    /** As a verticle would: always on one context, whose thread is the event loop's. */
    @Override
    public void send(ClientMessage message, Answer answer) {
      if (Vertx.currentContext() == context) {
        request(message, answer);
      } else {
        context.runOnContext(nothing -> request(message, answer));
      }
    }

    private void request(ClientMessage message, Answer answer) {
      Buffer body = Buffer.buffer(PeerMessages.delimited(message));
      http.request(options)
          .compose(request -> request.send(body))
          .compose(HttpClientResponse::body)
          .onComplete(response -> settle(response, answer), answer::failed);
    }

    private static void settle(Buffer response, Answer answer) {
      try {
        answer.received(PeerMessages.parseDelimited(response.getBytes()));
      } catch (IOException e) {
        answer.failed(e);
      }
    }

    @Override
    protected void stop() throws Exception {
      await(vertx.close());
    }
  }
}
