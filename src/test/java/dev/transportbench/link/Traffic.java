package dev.transportbench.link;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Plain UDP and TCP across a link, for tests. */
final class Traffic {
  private Traffic() {}

  /** Runs something in an end's namespace on the calling thread. */
  static <T> T at(Link link, End end, Callable<T> work) throws Exception {
    Link.Entry entry = link.enter(end);
    try {
      return work.call();
    } finally {
      entry.close();
    }
  }

  static DatagramSocket udp(Link link, End end) throws Exception {
    return at(
        link,
        end,
        () -> {
          DatagramSocket socket = new DatagramSocket(0, link.address(end));
          socket.setReceiveBufferSize(8 << 20);
          return socket;
        });
  }

  /** A datagram's number and its one-way time. */
  record Arrival(int number, long owdNanos) {}

  /**
   * Sends numbered datagrams one way at a steady pace and returns those that arrived within a
   * second of the last, in the order of arrival.
   */
  static List<Arrival> oneWay(Link link, End from, int count, int payloadBytes, long gapNanos)
      throws Exception {
    End to = from == End.CLIENT ? End.SERVER : End.CLIENT;
    try (DatagramSocket sender = udp(link, from);
        DatagramSocket receiver = udp(link, to)) {
      receiver.setSoTimeout(1000);
      FutureTask<List<Arrival>> receiving =
          new FutureTask<>(
              () -> {
                List<Arrival> arrivals = new ArrayList<>(count);
                DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
                try {
                  while (arrivals.size() < count) {
                    receiver.receive(packet);
                    long now = System.nanoTime();
                    ByteBuffer data = ByteBuffer.wrap(packet.getData());
                    arrivals.add(new Arrival(data.getInt(), now - data.getLong()));
                  }
                } catch (SocketTimeoutException e) {
                  // The rest is lost.
                }
                return arrivals;
              });
      Thread thread = new Thread(receiving, "test-receiver");
      thread.start();
      byte[] payload = new byte[payloadBytes];
      DatagramPacket packet =
          new DatagramPacket(
              payload, payloadBytes, receiver.getLocalAddress(), receiver.getLocalPort());
      long next = System.nanoTime();
      for (int i = 0; i < count; i++) {
        while (System.nanoTime() - next < 0) {
          if (next - System.nanoTime() > 200_000) {
            Thread.sleep(0, 100_000);
          }
        }
        next += gapNanos;
        ByteBuffer.wrap(payload).putInt(i).putLong(System.nanoTime());
        sender.send(packet);
      }
      return receiving.get();
    }
  }

  /** Sends bytes client to server over one TCP connection; returns how many arrived. */
  static long tcpUpload(Link link, int bytes) throws Exception {
    try (ServerSocket listener =
        at(link, End.SERVER, () -> new ServerSocket(0, 1, link.address(End.SERVER)))) {
      FutureTask<Long> receiving =
          new FutureTask<>(
              () -> {
                try (Socket socket = listener.accept();
                    InputStream in = socket.getInputStream()) {
                  return in.transferTo(OutputStream.nullOutputStream());
                }
              });
      new Thread(receiving, "test-receiver").start();
      try (Socket socket =
          at(
              link,
              End.CLIENT,
              () ->
                  new Socket(
                      link.address(End.SERVER),
                      listener.getLocalPort(),
                      link.address(End.CLIENT),
                      0))) {
        socket.getOutputStream().write(new byte[bytes]);
      }
      return receiving.get();
    }
  }
}
