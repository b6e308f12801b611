package dev.transportbench.benchmark.trial;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseCheckTest {

  private static Response response(ByteString payload) {
    return Response.newBuilder().setPayload(payload).build();
  }

  private static ByteString flipped(ByteString payload, int index) {
    byte[] bytes = payload.toByteArray();
    bytes[index] ^= 1;
    return ByteString.copyFrom(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1024, 16 << 10, (16 << 10) + 1, 1 << 20})
  void acceptsTheSameBytesHoweverTheyLie(int size) {
    ByteString expected = Payloads.bytes(size);
    ResponseCheck check = new ResponseCheck(expected);
    assertThat(check.problem(response(expected))).isNull();
    assertThat(check.problem(response(ByteString.copyFrom(expected.toByteArray())))).isNull();
    ByteString inPieces =
        expected.substring(0, size / 3).concat(expected.substring(size / 3, size));
    assertThat(check.problem(response(inPieces))).isNull();
  }

  @Test
  void seesEachChangedByteUpTo16KiB() {
    ByteString expected = Payloads.bytes(2048);
    ResponseCheck check = new ResponseCheck(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(check.problem(response(flipped(expected, i)))).isNotNull();
    }
    assertThat(check.problem(response(expected))).isNull();
  }

  @Test
  void seesOneByteIn64Above16KiB() {
    ByteString expected = Payloads.bytes(32 << 10);
    ResponseCheck check = new ResponseCheck(expected);
    for (int i = 0; i < expected.size(); i += 64) {
      assertThat(check.problem(response(flipped(expected, i)))).isNotNull();
    }
    assertThat(check.problem(response(flipped(expected, expected.size() - 1)))).isNotNull();
  }

  @Test
  void seesAWrongLengthAndARefusal() {
    ResponseCheck check = new ResponseCheck(Payloads.bytes(10));
    assertThat(check.problem(response(Payloads.bytes(9))))
        .isEqualTo("response of 9 B instead of 10");
    Response refusal = RpcService.answer(Request.newBuilder().setMethod(RpcService.FAIL).build());
    assertThat(check.problem(refusal)).isEqualTo("the server refused: failed as asked");
  }
}
