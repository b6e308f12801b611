package dev.transportbench.transport.http3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transports;
import dev.transportbench.transport.Pair;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What plain tools get from the servers on HTTP/3, seen by a client without our code. */
class Http3RoutesIT {
  private static final long WINDOW_BYTES = 8 << 20;

  private Pair pair;
  private QuicChannel connection;

  @ParameterizedTest
  @ValueSource(strings = {"http3", "http3-incubator"})
  void answersPlainTools(String transport) {
    pair = new Pair();
    RpcServer server = pair.serve(Transports.named(transport), Terms.standard(1));
    Channel socket = connect(server.address());
    for (int bytes : new int[] {0, 1, 100_000, RpcService.MAX_RESPONSE_BYTES}) {
      Answer download = ask("GET", "/bytes/" + bytes, new byte[0]);
      assertThat(download.status).isEqualTo("200");
      assertThat(download.body.toByteArray()).isEqualTo(Payloads.bytes(bytes).toByteArray());
      Answer echo = ask("POST", "/echo", download.body.toByteArray());
      assertThat(echo.status).isEqualTo("200");
      assertThat(echo.body.toByteArray()).isEqualTo(download.body.toByteArray());
    }
    for (String path : new String[] {"/bytes/-1", "/bytes/4194305", "/bytes/ten", "/nowhere"}) {
      assertThat(ask("GET", path, new byte[0]).status).as(path).isEqualTo("404");
    }
    assertThat(ask("POST", "/nowhere", new byte[] {1}).status).isEqualTo("404");
    assertThat(pair.fromServer(server::connectionsAccepted)).isEqualTo(1);
    pair.await(connection.close(), "connection closed");
    pair.await(socket.close(), "socket closed");
    pair.close(server);
    pair.close();
  }

  private Channel connect(InetSocketAddress server) {
    QuicSslContext tls =
        QuicSslContextBuilder.forClient()
            .trustManager(Pair.IDENTITY.certificate())
            .applicationProtocols(Http3.supportedApplicationProtocols())
            .build();
    Channel socket =
        new Bootstrap()
            .group(pair.client.loop())
            .channel(pair.client.io().datagramChannel())
            .handler(
                Http3.newQuicClientCodecBuilder()
                    .sslEngineProvider(
                        quic ->
                            tls.newEngine(quic.alloc(), Pair.IDENTITY.hostName(), server.getPort()))
                    .maxIdleTimeout(30, TimeUnit.SECONDS)
                    .initialMaxData(WINDOW_BYTES)
                    .initialMaxStreamDataBidirectionalLocal(WINDOW_BYTES)
                    .build())
            .bind(pair.client.address(), 0)
            .channel();
    pair.await(socket::isActive, "socket bound");
    connection =
        pair.await(
            QuicChannel.newBootstrap(socket)
                .handler(new Http3ClientConnectionHandler())
                .remoteAddress(server)
                .connect(),
            "connected");
    return socket;
  }

  private Answer ask(String method, String path, byte[] body) {
    Answer answer = new Answer();
    QuicStreamChannel stream =
        pair.await(Http3.newRequestStream(connection, answer), "stream opened");
    DefaultHttp3HeadersFrame head = new DefaultHttp3HeadersFrame();
    head.headers().method(method).path(path).scheme("https").authority("localhost");
    stream.write(head);
    stream
        .writeAndFlush(new DefaultHttp3DataFrame(Unpooled.wrappedBuffer(body)))
        .addListener(QuicStreamChannel.SHUTDOWN_OUTPUT);
    pair.await(() -> answer.ended, method + " " + path);
    return answer;
  }

  private static final class Answer extends Http3RequestStreamInboundHandler {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private String status;
    private boolean ended;

    @Override
    protected void channelRead(ChannelHandlerContext ctx, Http3HeadersFrame frame) {
      status = frame.headers().status().toString();
    }

    @Override
    protected void channelRead(ChannelHandlerContext ctx, Http3DataFrame frame) {
      byte[] bytes = new byte[frame.content().readableBytes()];
      frame.content().readBytes(bytes);
      body.writeBytes(bytes);
      frame.release();
    }

    @Override
    protected void channelInputClosed(ChannelHandlerContext ctx) {
      ended = true;
    }
  }
}
