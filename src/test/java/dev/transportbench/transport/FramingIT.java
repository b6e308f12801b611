package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.transport.http3.Http3Transport;
import dev.transportbench.transport.quic.QuicTransport;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The bytes above TLS and QUIC of one warm RPC with 128 bytes each way, against a hand count.
 *
 * <pre>
 * ClientMessage    request_id: tag 1 + varint 2                                   3
 *   Request        tag 1 + length 2                                               3
 *     method       tag 1 + length 1 + "echo" 4                                    6
 *     payload      tag 1 + length 2 + 128                                       131
 *                                                                               143
 * delimited        varint of 143                                                  2   145
 * ServerMessage    3 + 3 + payload 131                                          137
 * delimited                                                                       2   139
 *
 * WebSocket        RFC 6455 §5.2: header 2 + length 2, client's mask 4
 *                  8 + 143                                                            151
 *                  4 + 137                                                            141
 *
 * HTTP/1.1         RFC 9112 §3 to §5
 *                  "POST /rpc HTTP/1.1" 18 + 2                                   20
 *                  "host: transport-bench.test:NNNNN" 32 + 2                     34
 *                  "content-length: 145" 19 + 2, empty line 2                    23
 *                  77 + 145                                                          222
 *                  "HTTP/1.1 200 OK" 15 + 2                                      17
 *                  "content-length: 139" 19 + 2, empty line 2                    23
 *                  40 + 139                                                          179
 *
 * HTTP/2           RFC 9113 §4.1: 9 a frame; RFC 7541 §6.1: 1 a field that is in a table, and all
 *                  four are, from the second request on
 *                  HEADERS 9 + 4, DATA 9 + 145                                       167
 *                  HEADERS 9 + 1, DATA 9 + 139                                       158
 *
 * HTTP/3           RFC 9114 §7.1: type 1, length 1 below 64 and 2 from there; RFC 9204 §4.5
 *                  HEADERS 2, prefix 2, :method POST 1, :scheme https 1           6
 *                  :authority name 1 + length 1 + Huffman                 2 + H
 *                  :path name 1 + length 1 + Huffman of "/rpc", 23 bits           5
 *                  DATA 3 + 145                                               161 + H
 *                  HEADERS 2, prefix 2, :status 200 1, DATA 3 + 139                  147
 * </pre>
 *
 * H is the length of the authority in RFC 7541's code, appendix B.
 */
class FramingIT {
  private static final Terms TERMS = Terms.standard(1);
  private static final int PAYLOAD_BYTES = 128;
  private static final int CALLS = 50;

  /** From here to 16,383 an id takes two bytes. */
  private static final int FIRST_ID = 1000;

  private static final Request REQUEST =
      Request.newBuilder()
          .setMethod(RpcService.ECHO)
          .setPayload(Payloads.bytes(PAYLOAD_BYTES))
          .build();

  @ParameterizedTest
  @CsvSource({
    "tcp, 145, 139",
    "tls, 145, 139",
    "websocket, 151, 141",
    "http1, 222, 179",
    "http1-six, 222, 179",
    "http2, 167, 158"
  })
  void onTcp(String name, long up, long down) throws Exception {
    Transport transport = Transports.named(name);
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(transport, TERMS);
      boolean encrypted = transport.traits().contains(Trait.ENCRYPTED);
      try (TlsRelay relay = TlsRelay.start(server.address(), encrypted)) {
        RpcClient client =
            pair.await(
                transport.connect(pair.client, relay.address(), Pair.IDENTITY, TERMS), "connected");
        echo(pair, client, FIRST_ID, CALLS);
        long upBefore = relay.up();
        long downBefore = relay.down();
        echo(pair, client, FIRST_ID + CALLS, CALLS);
        assertThat(relay.up() - upBefore).isEqualTo(up * CALLS);
        assertThat(relay.down() - downBefore).isEqualTo(down * CALLS);
        pair.await(client.close(), "client closed");
      }
      pair.close(server);
    }
  }

  @Test
  void onQuic() {
    StreamBytes bytes = new StreamBytes();
    Transport watched =
        new QuicTransport() {
          @Override
          protected void prepareServer(Channel connection, MessageStreams streams, Terms terms) {
            connection.pipeline().addLast(bytes);
            super.prepareServer(connection, streams, terms);
          }
        };
    measure(watched, bytes);
    assertThat(bytes.in()).isEqualTo(145 * CALLS);
    assertThat(bytes.out()).isEqualTo(139 * CALLS);
  }

  @Test
  void onHttp3() {
    StreamBytes bytes = new StreamBytes();
    Transport watched =
        new Http3Transport() {
          @Override
          protected void prepareServer(Channel connection, MessageStreams streams, Terms terms) {
            connection.pipeline().addLast(bytes);
            super.prepareServer(connection, streams, terms);
          }
        };
    InetSocketAddress server = measure(watched, bytes);
    assertThat(bytes.in()).isEqualTo((161 + authorityBytes(server.getPort())) * CALLS);
    assertThat(bytes.out()).isEqualTo(147 * CALLS);
  }

  private static InetSocketAddress measure(Transport watched, StreamBytes bytes) {
    try (Pair pair = new Pair()) {
      RpcServer server = pair.serve(watched, TERMS);
      RpcClient client = pair.connect(watched, server, TERMS);
      echo(pair, client, FIRST_ID, CALLS);
      bytes.reset();
      echo(pair, client, FIRST_ID + CALLS, CALLS);
      InetSocketAddress address = server.address();
      pair.await(client.close(), "client closed");
      pair.close(server);
      return address;
    }
  }

  /** t5 r6 a5 n6 s5 p6 o5 r6 t5 -6 b6 e5 n6 c5 h6 .6 t5 e5 s5 t5 :7; 0, 1, 2 take 5, others 6. */
  private static int authorityBytes(int port) {
    assertThat(Identity.HOST_NAME).isEqualTo("transport-bench.test");
    int bits = 116;
    for (char digit : Integer.toString(port).toCharArray()) {
      bits += digit <= '2' ? 5 : 6;
    }
    return (bits + 7) / 8;
  }

  private static void echo(Pair pair, RpcClient client, int firstId, int calls) {
    Answered answered = new Answered();
    for (int i = 0; i < calls; i++) {
      client.call(firstId + i, REQUEST, answered);
      client.flush();
      int expected = i + 1;
      pair.await(() -> answered.count == expected, "a response");
    }
  }

  private static final class Answered implements RpcClient.ResponseHandler {
    private int count;

    @Override
    public void onResponse(int requestId, Response response) {
      assertThat(response.getPayload().size()).isEqualTo(PAYLOAD_BYTES);
      count++;
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      throw new AssertionError(cause);
    }
  }
}
