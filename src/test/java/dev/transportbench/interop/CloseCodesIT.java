package dev.transportbench.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.util.HexFormat;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our WebSocket server says in its close frame which rule was broken: RFC 6455 §7.4.1. */
@Timeout(60)
class CloseCodesIT {
  private static final int CLOSE = 0x88;

  /** Frames are masked with zeros. */
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "/echo, a normal end, 88 82 00000000 03e8, 1000",
    "/echo, a reserved bit, c1 81 00000000 61, 1002",
    "/echo, a reserved opcode, 83 80 00000000, 1002",
    "/echo, not masked, 81 01 61, 1002",
    "/echo, a continuation of nothing, 80 81 00000000 61, 1002",
    "/echo, a close of one byte, 88 81 00000000 03, 1002",
    "/echo, a ping of 126 bytes, 89 fe 007e 00000000, 1002",
    "/echo, a text that is no UTF-8, 81 81 00000000 ff, 1007",
    "/rpc, a text, 81 81 00000000 61, 1007",
    "/rpc, a message that is none, 82 81 00000000 ff, 1007",
    "/rpc, a frame of 1 GiB, 82 ff 0000000040000000 00000000, 1009"
  })
  void isToldWhatItBroke(String path, String what, String frame, int code) throws Exception {
    try (OurServer server = new OurServer("websocket");
        SSLSocket socket =
            (SSLSocket)
                OurServer.trusting()
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
      OutputStream out = socket.getOutputStream();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      out.write(Attacks.upgrade(path));
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.readUnsignedByte());
      }
      assertThat(head.toString()).startsWith("HTTP/1.1 101 ");

      out.write(HexFormat.of().parseHex(frame.replace(" ", "")));

      assertThat(in.readUnsignedByte()).isEqualTo(CLOSE);
      byte[] payload = in.readNBytes(in.readUnsignedByte());
      assertThat((payload[0] & 0xff) << 8 | payload[1] & 0xff).isEqualTo(code);
      assertThat(in.read()).as("nothing behind it").isEqualTo(-1);
    }
  }
}
