package dev.transportbench.transport;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between one TCP client and its server, passes everything on, and counts what it carries.
 * Needs no key to count the bytes inside TLS: a record says its length (RFC 8446 §5.2).
 */
final class TlsRelay implements Closeable {
  private static final int HEADER_BYTES = 5;
  private static final int APPLICATION_DATA = 23;

  /** The true content type, 1, and the AEAD's tag, 16. */
  private static final int PROTECTION_BYTES = 17;

  private final ServerSocket listener;
  private final AtomicLong up = new AtomicLong();
  private final AtomicLong down = new AtomicLong();
  private Socket client;
  private Socket server;

  private TlsRelay(ServerSocket listener) {
    this.listener = listener;
  }

  /**
   * @param encrypted whether to look into TLS records; plain bytes are counted otherwise
   */
  static TlsRelay start(InetSocketAddress to, boolean encrypted) throws IOException {
    TlsRelay relay = new TlsRelay(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    startDaemon(() -> relay.run(to, encrypted));
    return relay;
  }

  private void run(InetSocketAddress to, boolean encrypted) throws IOException {
    client = listener.accept();
    server = new Socket(to.getAddress(), to.getPort());
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    startDaemon(() -> pass(client, server, encrypted, up));
    pass(server, client, encrypted, down);
  }

  private static void pass(Socket from, Socket to, boolean encrypted, AtomicLong count)
      throws IOException {
    DataInputStream in = new DataInputStream(from.getInputStream());
    OutputStream out = to.getOutputStream();
    byte[] bytes = new byte[1 << 16];
    while (true) {
      int length;
      if (encrypted) {
        in.readFully(bytes, 0, HEADER_BYTES);
        int body = (bytes[3] & 0xff) << 8 | bytes[4] & 0xff;
        in.readFully(bytes, HEADER_BYTES, body);
        length = HEADER_BYTES + body;
        if (bytes[0] == APPLICATION_DATA) {
          count.addAndGet(body - PROTECTION_BYTES);
        }
      } else {
        length = in.read(bytes);
        if (length < 0) {
          throw new EOFException();
        }
        count.addAndGet(length);
      }
      // Counted first: whoever has the bytes sees them counted.
      out.write(bytes, 0, length);
    }
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  long up() {
    return up.get();
  }

  long down() {
    return down.get();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    client.close();
    server.close();
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void startDaemon(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException ended) {
                // One side has closed: so does the test.
                return;
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }
}
