package dev.transportbench.link.bench;

import dev.transportbench.link.End;
import dev.transportbench.link.Link;
import dev.transportbench.link.linux.UdpSocket;

/** A link that is switched on, and a socket at each end, connected to the other. */
final class UdpEnds implements AutoCloseable {
  private static final int RECEIVE_TIMEOUT_MILLIS = 200;

  final Link link;
  final UdpSocket client;
  final UdpSocket server;

  private UdpEnds(Link link, UdpSocket client, UdpSocket server) {
    this.link = link;
    this.client = client;
    this.server = server;
  }

  /** Takes the link over: it is closed with this, or now when that fails. */
  static UdpEnds on(Link link, int payloadBytes) throws Exception {
    UdpSocket client = null;
    UdpSocket server = null;
    try {
      link.impair();
      client = socket(link, End.CLIENT, payloadBytes);
      server = socket(link, End.SERVER, payloadBytes);
      client.connect(server);
      server.connect(client);
      return new UdpEnds(link, client, server);
    } catch (Throwable e) {
      closeAll(link, client, server);
      throw e;
    }
  }

  private static UdpSocket socket(Link link, End end, int payloadBytes) {
    try (Link.Entry entry = link.enter(end)) {
      UdpSocket socket = UdpSocket.bind(link.address(end).getAddress(), payloadBytes);
      socket.setReceiveTimeout(RECEIVE_TIMEOUT_MILLIS);
      return socket;
    }
  }

  /** A thread that ends by itself; {@link #join} waits for it. */
  static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closeAll(link, client, server);
  }

  private static void closeAll(Link link, UdpSocket client, UdpSocket server) {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.close();
    }
    link.close();
  }
}
