package dev.transportbench.transport.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarintTest {
  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "127, 7f",
    "128, 8001",
    "300, ac02",
    "16383, ff7f",
    "16384, 808001",
    "2097151, ffff7f",
    "2097152, 80808001",
    "268435455, ffffff7f",
    "268435456, 8080808001",
    "2147483647, ffffffff07"
  })
  void writesAsProtobufDoes(int value, String hex) {
    ByteBuf out = Unpooled.buffer();
    Varint.write(out, value);
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex);
    assertThat(Varint.size(value))
        .isEqualTo(hex.length() / 2)
        .isEqualTo(CodedOutputStream.computeUInt32SizeNoTag(value));
  }
}
