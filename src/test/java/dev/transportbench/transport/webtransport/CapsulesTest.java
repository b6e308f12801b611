package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.transport.message.MalformedMessageException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapsulesTest {
  private final List<String> told = new ArrayList<>();
  private final Capsules capsules = new Capsules();
  private final Capsules.Sink sink =
      new Capsules.Sink() {
        @Override
        public void draining() {
          told.add("drain");
        }

        @Override
        public void closed(int code, String reason) {
          told.add("close " + Integer.toUnsignedString(code) + " " + reason);
        }
      };

  private static ByteBuf hex(String hex) {
    return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
  }

  @Test
  void writesByTheBook() {
    ByteBuf out = Unpooled.buffer();
    Capsules.writeClose(out, 258, "bye");
    Capsules.writeDrain(out);
    assertThat(ByteBufUtil.hexDump(out))
        .isEqualTo("6843" + "07" + "00000102" + "627965" + "800078ae00");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void readsThemHoweverTheyAreCut(int pieceBytes) throws MalformedMessageException {
    ByteBuf all = Unpooled.buffer();
    // Of a type that is none of ours, one empty and one long.
    QuicVarint.write(all, 0x17);
    QuicVarint.write(all, 0);
    QuicVarint.write(all, 0x1_0000_0000L);
    QuicVarint.write(all, 700);
    all.writeZero(700);
    Capsules.writeDrain(all);
    Capsules.writeClose(all, -1, "tschüß");
    while (all.isReadable()) {
      capsules.read(all.readBytes(Math.min(pieceBytes, all.readableBytes())), sink);
    }
    assertThat(told).containsExactly("drain", "close 4294967295 tschüß");
    assertThat(capsules.atBoundary()).isTrue();
  }

  @Test
  void skipsACapsuleThatNeverEnds() throws MalformedMessageException {
    capsules.read(hex("21" + "ffffffffffffffff"), sink);
    for (int i = 0; i < 100; i++) {
      capsules.read(Unpooled.buffer().writeZero(10_000), sink);
    }
    assertThat(told).isEmpty();
    assertThat(capsules.atBoundary()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"684303000000", "684344080000", "800078ae0100"})
  void refusesLengthsThatDoNotFitTheType(String hex) {
    assertThatThrownBy(() -> capsules.read(hex(hex), sink))
        .isInstanceOf(MalformedMessageException.class);
    assertThat(told).isEmpty();
  }

  @Test
  void refusesToSendALongerReason() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Capsules.writeClose(Unpooled.buffer(), 0, "x".repeat(1025)));
  }
}
