package dev.transportbench.link.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.link.Direction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file, read by its specification; {@code CaptureIT} has an independent reader. */
class CaptureTest {
  private static final int SECTION_HEADER = 0x0A0D0D0A;

  @TempDir Path folder;

  private final PacketStore store = new PacketStore(2, 1_536);
  private Path file;
  private Capture capture;

  @BeforeEach
  void open() throws IOException {
    file = folder.resolve("x.pcapng");
    capture = new Capture(file);
  }

  @AfterEach
  void free() {
    store.close();
  }

  private record Packet(int direction, byte[] bytes, List<String> comments) {}

  /** The packets; checks what every block must have. */
  private List<Packet> packets() throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(in.getInt(0)).isEqualTo(SECTION_HEADER);
    List<Packet> packets = new ArrayList<>();
    while (in.hasRemaining()) {
      int start = in.position();
      int length = in.getInt(start + 4);
      assertThat(length % 4).isZero();
      assertThat(in.getInt(start + length - 4)).isEqualTo(length);
      if (in.getInt(start) == 6) {
        packets.add(packet(in, start));
      }
      in.position(start + length);
    }
    return packets;
  }

  private static Packet packet(ByteBuffer in, int start) {
    byte[] bytes = new byte[in.getInt(start + 20)];
    in.get(start + 28, bytes);
    List<String> comments = new ArrayList<>();
    int at = start + 28 + (bytes.length + 3) / 4 * 4;
    while (in.getShort(at) != 0) {
      byte[] text = new byte[in.getShort(at + 2)];
      in.get(at + 4, text);
      comments.add(new String(text, StandardCharsets.UTF_8));
      at += 4 + (text.length + 3) / 4 * 4;
    }
    return new Packet(in.getInt(start + 8), bytes, comments);
  }

  private void pass(Direction direction, int bytes, EventLog.Event... events) {
    for (int i = 0; i < bytes; i++) {
      store.setByte(1, i, i);
    }
    capture.begin(direction, store, 1, bytes);
    for (EventLog.Event event : events) {
      capture.note(event);
    }
    capture.end();
  }

  @Test
  void holdsEachPacketWithItsDirectionAndWhatTheLinkDidToIt() throws IOException {
    pass(Direction.UP, 41);
    pass(Direction.DOWN, 1_500, EventLog.Event.LOST);
    pass(Direction.UP, 40, EventLog.Event.DUPLICATED, EventLog.Event.CORRUPTED);
    capture.close();

    List<Packet> packets = packets();
    assertThat(packets).hasSize(3);
    assertThat(packets.get(0).direction()).isZero();
    assertThat(packets.get(0).bytes()).hasSize(41);
    assertThat(packets.get(0).bytes()[40]).isEqualTo((byte) 40);
    assertThat(packets.get(0).comments()).isEmpty();
    assertThat(packets.get(1).direction()).isEqualTo(1);
    assertThat(packets.get(1).comments()).containsExactly("lost: by chance");
    assertThat(packets.get(2).comments())
        .containsExactly("arrives twice", "arrives with one bit changed");
    assertThat(capture.counts()).isEqualTo("2 0 1 0");
  }

  @Test
  void marksTheFirstPacketOfEachDirectionSinceTheImpairmentAndLeavesOutAProbe() throws IOException {
    pass(Direction.UP, 40);
    capture.pause(true);
    pass(Direction.UP, 44);
    capture.impaired();
    capture.pause(false);
    pass(Direction.UP, 50);
    pass(Direction.UP, 51);
    pass(Direction.DOWN, 52);
    capture.close();

    assertThat(packets().stream().map(packet -> packet.bytes().length))
        .containsExactly(40, 50, 51, 52);
    assertThat(packets().stream().map(packet -> packet.comments().size()))
        .containsExactly(0, 1, 0, 1);
  }

  @Test
  void marksThePacketThatCameAfterTheFiguresWereRead() throws IOException {
    pass(Direction.UP, 40);
    capture.figuresRead(Direction.UP, 1);
    capture.figuresRead(Direction.DOWN, 0);
    pass(Direction.UP, 41);
    pass(Direction.UP, 42);
    capture.close();

    assertThat(packets().stream().map(Packet::comments))
        .containsExactly(List.of(), List.of("the link's figures count 1 before it"), List.of());
  }

  @Test
  void losesNothingOrSaysHowMuch() throws IOException {
    // More than all buffers hold, as fast as can be.
    int total = 20_000;
    for (int i = 0; i < total; i++) {
      pass(Direction.UP, 1_500);
    }
    capture.close();

    String[] counts = capture.counts().split(" ");
    assertThat(Integer.parseInt(counts[0]) + Integer.parseInt(counts[1])).isEqualTo(total);
    assertThat(packets()).hasSize(Integer.parseInt(counts[0]));
  }
}
