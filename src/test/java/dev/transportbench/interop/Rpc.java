package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.transportbench.cli.Cli;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.ServerMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** An RPC as the wire has it, by protobuf's own reader and writer; and calls by our client. */
final class Rpc {
  static final int REQUEST_ID = 7;
  private static final int PAYLOAD_BYTES = 1000;

  private Rpc() {}

  /** A delimited message that asks for an echo. */
  static byte[] request() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    message().writeDelimitedTo(out);
    return out.toByteArray();
  }

  static ClientMessage message() {
    return ClientMessage.newBuilder()
        .setRequestId(REQUEST_ID)
        .setRequest(
            Request.newBuilder()
                .setMethod(RpcService.ECHO)
                .setPayload(Payloads.bytes(PAYLOAD_BYTES)))
        .build();
  }

  static void checkResponse(byte[] delimited) throws IOException {
    check(ServerMessage.parseDelimitedFrom(new ByteArrayInputStream(delimited)));
  }

  static void check(ServerMessage answer) {
    assertThat(answer.getRequestId()).isEqualTo(REQUEST_ID);
    assertThat(answer.getResponse().getPayload()).isEqualTo(Payloads.bytes(PAYLOAD_BYTES));
  }

  /** Our client completes all of {@code count} calls, without a look at the certificate. */
  static void callAll(String transport, String url, int count, int payloadBytes, int concurrency)
      throws IOException {
    Cli ended =
        Cli.run(
            "call",
            transport,
            url,
            "--count",
            String.valueOf(count),
            "--payload-bytes",
            String.valueOf(payloadBytes),
            "--concurrency",
            String.valueOf(concurrency),
            "--insecure");
    assertThat(ended.err()).as("%s %s: %s", transport, url, ended.out().strip()).isEmpty();
    JsonNode result = ended.json();
    assertThat(result.get("completed").intValue()).isEqualTo(count);
    assertThat(result.get("failed").intValue()).isZero();
    assertThat(ended.status()).isZero();
  }
}
