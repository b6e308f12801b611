package dev.transportbench.interop;

import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Peers that do what they should not; those that hold something keep it until {@link #close}. */
final class Attacks implements AutoCloseable {
  private static final int GARBAGE_BYTES = 64 << 10;
  private static final int HELD_MILLIS = 300;
  private static final int DOWNLOAD_BYTES = RpcService.MAX_RESPONSE_BYTES;

  private final SplittableRandom random;
  private final InetSocketAddress server;
  private final List<AutoCloseable> held = new ArrayList<>();

  Attacks(int port, long seed) {
    server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    random = new SplittableRandom(seed);
  }

  private byte[] garbage(int bytes) {
    byte[] garbage = new byte[bytes];
    random.nextBytes(garbage);
    return garbage;
  }

  /** Random bytes on connections of their own; the server may end them at any time. */
  void garbageByTcp(int connections) throws IOException {
    for (int i = 0; i < connections; i++) {
      try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
        write(socket.getOutputStream(), garbage(1 + random.nextInt(GARBAGE_BYTES)));
      }
    }
  }

  /** Random bytes within TLS, behind {@code start}, which makes the server listen. */
  void garbageByTls(int connections, String alpn, byte[] start) throws Exception {
    for (int i = 0; i < connections; i++) {
      try (SSLSocket socket = tls(alpn)) {
        write(socket.getOutputStream(), start);
        write(socket.getOutputStream(), garbage(1 + random.nextInt(4096)));
      }
    }
  }

  private static void write(OutputStream out, byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      // The server had enough.
      return;
    }
  }

  private SSLSocket tls(String alpn) throws IOException, GeneralSecurityException {
    SSLSocket socket =
        (SSLSocket)
            OurServer.trusting()
                .getSocketFactory()
                .createSocket(server.getAddress(), server.getPort());
    if (!alpn.isEmpty()) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {alpn});
      socket.setSSLParameters(parameters);
    }
    socket.startHandshake();
    return socket;
  }

  /** Connections on which nothing, or the beginning of something, is sent and no more. */
  void halfOpen(int connections, byte[] start) throws IOException {
    for (int i = 0; i < connections; i++) {
      Socket socket = new Socket(server.getAddress(), server.getPort());
      held.add(socket);
      if (i % 2 == 0) {
        write(socket.getOutputStream(), start);
      }
    }
  }

  /** The same behind a TLS handshake. */
  void halfOpenTls(int connections, String alpn, byte[] start) throws Exception {
    for (int i = 0; i < connections; i++) {
      SSLSocket socket = tls(alpn);
      held.add(socket);
      write(socket.getOutputStream(), start);
    }
  }

  /** Asks again and again for as much as there is, and reads nothing. */
  void slowReader(byte[] request, int times) throws IOException {
    SocketChannel channel = SocketChannel.open(server);
    held.add(channel);
    channel.configureBlocking(false);
    ByteBuffer bytes = repeated(request, times);
    long start = System.nanoTime();
    // As long as the server takes it.
    while (bytes.hasRemaining() && System.nanoTime() - start < HELD_MILLIS * 1_000_000L) {
      try {
        channel.write(bytes);
      } catch (IOException e) {
        return;
      }
    }
  }

  /** The same within TLS. */
  void slowReaderTls(String alpn, byte[] start, byte[] request, int times) throws Exception {
    SSLSocket socket = tls(alpn);
    held.add(socket);
    byte[] all = repeated(request, times).array();
    Thread writer =
        new Thread(
            () -> {
              try {
                write(socket.getOutputStream(), start);
                write(socket.getOutputStream(), all);
              } catch (IOException e) {
                return;
              }
            });
    writer.setDaemon(true);
    writer.start();
    writer.join(HELD_MILLIS);
  }

  private static ByteBuffer repeated(byte[] request, int times) {
    ByteBuffer bytes = ByteBuffer.allocate(request.length * times);
    for (int i = 0; i < times; i++) {
      bytes.put(request);
    }
    return bytes.flip();
  }

  /** Random packets; packets that look like the first of a QUIC connection; unknown versions. */
  void garbageByUdp(int packets) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      for (int i = 0; i < packets; i++) {
        byte[] packet = garbage(1 + random.nextInt(1400));
        switch (i % 3) {
          case 0:
            break;
          case 1:
            packet = initial(1);
            break;
          default:
            packet = initial(random.nextInt());
            break;
        }
        socket.send(new DatagramPacket(packet, packet.length, server));
      }
    }
  }

  /** RFC 9000 §17.2.2, with random connection ids and nothing that decrypts. */
  private byte[] initial(int version) {
    ByteBuffer packet = ByteBuffer.wrap(garbage(1200));
    packet.put((byte) 0xc3).putInt(version).put((byte) 8);
    packet.position(packet.position() + 8);
    packet.put((byte) 8);
    packet.position(packet.position() + 8);
    packet.put((byte) 0).putShort((short) (0x4000 | 1170));
    return packet.array();
  }

  static byte[] delimitedDownload() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ClientMessage.newBuilder()
        .setRequestId(1)
        .setRequest(
            Request.newBuilder().setMethod(RpcService.DOWNLOAD).setResponseBytes(DOWNLOAD_BYTES))
        .build()
        .writeDelimitedTo(out);
    return out.toByteArray();
  }

  /** The beginning of a message that says that it is 8 MiB long. */
  static byte[] announced() {
    return new byte[] {(byte) 0x80, (byte) 0x80, (byte) 0x80, 4, 1, 2, 3};
  }

  static byte[] http1Download() {
    return "GET /bytes/%d HTTP/1.1\r\nHost: x\r\n\r\n"
        .formatted(DOWNLOAD_BYTES)
        .getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] upgrade(String path) {
    return ("GET %s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n")
        .formatted(path)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** A masked binary frame, mask 0, that holds a request for a download. */
  static byte[] webSocketDownload() throws IOException {
    byte[] delimited = delimitedDownload();
    ByteBuffer frame = ByteBuffer.allocate(6 + delimited.length - 1);
    frame.put((byte) 0x82).put((byte) (0x80 | delimited.length - 1)).putInt(0);
    frame.put(delimited, 1, delimited.length - 1);
    return frame.array();
  }

  /** HTTP/2's preface and an empty SETTINGS frame. */
  static byte[] http2Start() {
    byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(preface.length + 9)
        .put(preface)
        .put(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0})
        .array();
  }

  /**
   * HTTP/2 streams that each ask for as much as there is; never read, or reset at once.
   *
   * @param reset whether each is reset by the frame behind
   */
  static byte[] http2Requests(int streams, boolean reset) {
    byte[] path = "/bytes/%d".formatted(DOWNLOAD_BYTES).getBytes(StandardCharsets.US_ASCII);
    ByteBuffer out = ByteBuffer.allocate(streams * (9 + 4 + path.length + 3 + 13));
    for (int i = 0; i < streams; i++) {
      int streamId = 2 * i + 1;
      int length = 1 + 2 + path.length + 1 + 3;
      // END_STREAM, END_HEADERS; :method GET, :path, :scheme https, :authority x (RFC 7541).
      out.put((byte) 0).putShort((short) length).put((byte) 1).put((byte) 5).putInt(streamId);
      out.put((byte) 0x82).put((byte) 0x04).put((byte) path.length).put(path).put((byte) 0x87);
      out.put(new byte[] {0x01, 1, 'x'});
      if (reset) {
        out.put(new byte[] {0, 0, 4, 3, 0}).putInt(streamId).putInt(8);
      }
    }
    byte[] all = new byte[out.position()];
    out.flip().get(all);
    return all;
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable each : held) {
      if (each instanceof SSLSocket socket) {
        // A plain close would wait for the writer; the peer needs no farewell.
        socket.setSoLinger(true, 0);
      }
      each.close();
    }
  }
}
