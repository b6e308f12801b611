package dev.transportbench.link;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the emulator itself costs and how exact it is on this machine. Ordinary UDP sockets and
 * threads at both ends: what they take is in the figures too.
 *
 * @param forwardedPerSecond packets of 1,200 B one way, nothing impaired, as fast as one thread
 *     sends them
 * @param cpuMicrosPerPacket the emulator's CPU for each of those
 * @param rttMicros median round trip of a small datagram through the emulator, nothing impaired
 * @param vethRttMicros the same without it; NaN where veth cannot run
 * @param delayErrors by packet rate
 */
public record LinkBench(
    double forwardedPerSecond,
    double cpuMicrosPerPacket,
    double rttMicros,
    double vethRttMicros,
    List<DelayError> delayErrors) {

  private static final long OWD_NANOS = 15_000_000;
  private static final int FLOOD_PAYLOAD_BYTES = 1200 - 28;
  private static final int SMALL_PAYLOAD_BYTES = 64;
  private static final int ROUND_TRIPS = 20_000;
  private static final int TIMEOUT_MILLIS = 1_000;
  private static final long SPIN_NANOS = 100_000;

  /** How much later than 15 ms packets arrive, in µs. */
  public record DelayError(int packetsPerSecond, int packets, double p50, double p99, double max) {}

  /**
   * Measures for some times the seconds given.
   *
   * @throws LinkUnavailableException when this machine cannot run the emulator
   */
  public static LinkBench run(int seconds) throws IOException {
    double forwarded;
    double cpu;
    try (Link link = Links.open(LinkProfiles.load("open"), Backend.TUN, 1)) {
      link.impair();
      long cpuBefore = link.emulatorCpuNanos().orElseThrow();
      long start = System.nanoTime();
      flood(link, seconds);
      double took = (System.nanoTime() - start) / 1e9;
      Map<?, ?> up = (Map<?, ?>) link.evidence().measured().get("up");
      double delivered = ((Number) up.get("delivered")).doubleValue();
      forwarded = delivered / took;
      cpu = (link.emulatorCpuNanos().orElseThrow() - cpuBefore) / 1e3 / delivered;
    }
    List<DelayError> errors = new ArrayList<>();
    Impairment delay =
        Impairment.builder()
            .delay(Delay.of(OWD_NANOS, 0, Impairment.JitterDistribution.NORMAL))
            .build();
    LinkProfile delayed = new LinkProfile("bench", "15 ms each way", "ours", true, delay, delay);
    for (int rate : new int[] {100, 1_000, 10_000}) {
      try (Link link = Links.open(delayed, Backend.TUN, 1)) {
        link.impair();
        errors.add(delayError(link, rate, rate * seconds));
      }
    }
    boolean veth = LinkSupport.whyNot(Backend.VETH).isEmpty();
    return new LinkBench(
        forwarded,
        cpu,
        rttMicros("open", Backend.TUN),
        veth ? rttMicros("clean", Backend.VETH) : Double.NaN,
        errors);
  }

  private static DatagramSocket socket(Link link, End end) throws IOException {
    try (Link.Entry entry = link.enter(end)) {
      DatagramSocket socket = new DatagramSocket(0, link.address(end));
      socket.setReceiveBufferSize(8 << 20);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return socket;
    }
  }

  private static void flood(Link link, int seconds) throws IOException {
    try (DatagramSocket client = socket(link, End.CLIENT);
        DatagramSocket server = socket(link, End.SERVER)) {
      DatagramPacket packet = packet(new byte[FLOOD_PAYLOAD_BYTES], server);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      while (System.nanoTime() - end < 0) {
        client.send(packet);
      }
    }
  }

  private static DelayError delayError(Link link, int perSecond, int count) throws IOException {
    try (DatagramSocket client = socket(link, End.CLIENT);
        DatagramSocket server = socket(link, End.SERVER)) {
      FutureTask<double[]> receiving = new FutureTask<>(() -> errorsMicros(server, count));
      Thread thread = new Thread(receiving, "link-bench");
      thread.setDaemon(true);
      thread.start();
      byte[] payload = new byte[SMALL_PAYLOAD_BYTES];
      DatagramPacket packet = packet(payload, server);
      long next = System.nanoTime();
      for (int i = 0; i < count; i++, next += 1_000_000_000L / perSecond) {
        sleepUntil(next);
        ByteBuffer.wrap(payload).putLong(0, System.nanoTime());
        client.send(packet);
      }
      double[] errors = receiving.get();
      Arrays.sort(errors);
      int n = errors.length;
      return new DelayError(
          perSecond, n, errors[n / 2], errors[(int) (0.99 * (n - 1))], errors[n - 1]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the link was measured", e);
    } catch (ExecutionException e) {
      throw new IOException("nothing was measured: " + e.getCause().getMessage(), e);
    }
  }

  private static double[] errorsMicros(DatagramSocket socket, int count) throws IOException {
    double[] errors = new double[count];
    ByteBuffer data = ByteBuffer.allocate(SMALL_PAYLOAD_BYTES);
    DatagramPacket packet = new DatagramPacket(data.array(), data.capacity());
    int received = 0;
    while (received < count) {
      try {
        socket.receive(packet);
      } catch (SocketTimeoutException e) {
        break;
      }
      errors[received++] = (System.nanoTime() - data.getLong(0) - OWD_NANOS) / 1e3;
    }
    if (received == 0) {
      throw new IOException("no packet arrived");
    }
    return Arrays.copyOf(errors, received);
  }

  private static double rttMicros(String profile, Backend backend) throws IOException {
    try (Link link = Links.open(LinkProfiles.load(profile), backend, 1)) {
      try (DatagramSocket client = socket(link, End.CLIENT);
          DatagramSocket server = socket(link, End.SERVER)) {
        Thread echo = new Thread(() -> echo(server), "link-bench");
        echo.setDaemon(true);
        echo.start();
        DatagramPacket ask = packet(new byte[SMALL_PAYLOAD_BYTES], server);
        DatagramPacket answer =
            new DatagramPacket(new byte[SMALL_PAYLOAD_BYTES], SMALL_PAYLOAD_BYTES);
        double[] micros = new double[ROUND_TRIPS];
        for (int i = 0; i < ROUND_TRIPS; i++) {
          long start = System.nanoTime();
          client.send(ask);
          client.receive(answer);
          micros[i] = (System.nanoTime() - start) / 1e3;
        }
        // The first half warms up.
        double[] warm = Arrays.copyOfRange(micros, ROUND_TRIPS / 2, ROUND_TRIPS);
        Arrays.sort(warm);
        return warm[warm.length / 2];
      }
    }
  }

  private static void echo(DatagramSocket socket) {
    DatagramPacket packet = new DatagramPacket(new byte[SMALL_PAYLOAD_BYTES], SMALL_PAYLOAD_BYTES);
    try {
      while (true) {
        socket.receive(packet);
        socket.send(packet);
      }
    } catch (IOException e) {
      // The socket was closed: done.
    }
  }

  private static DatagramPacket packet(byte[] payload, DatagramSocket to) {
    return new DatagramPacket(payload, payload.length, to.getLocalAddress(), to.getLocalPort());
  }

  private static void sleepUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      }
    }
  }
}
