package dev.transportbench.link.emulator;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.transportbench.link.Chance;
import dev.transportbench.link.Delay;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Impairment.JitterDistribution;
import dev.transportbench.link.Loss;
import dev.transportbench.link.QueueLimit;
import dev.transportbench.link.Rate;
import dev.transportbench.link.Reorder;
import dev.transportbench.link.Semantics;
import dev.transportbench.link.linux.Errno;
import dev.transportbench.link.linux.LibC;
import java.util.List;

/**
 * Sends packets through an engine between two pairs of sockets, so that its code is compiled before
 * the first packet that counts. No device is touched.
 */
final class WarmUp {
  private static final int PACKETS_PER_TURN = 4;
  private static final int PACKET_BYTES = 100;
  private static final int TURNS_PER_ROUND = 50;

  // One of each kind, in short rounds again and again: code that is compiled after it has seen only
  // some of them is thrown away when it meets the next.
  private static final List<Impairment> KINDS =
      List.of(
          Impairment.NONE,
          new Impairment(0, 0, JitterDistribution.NORMAL, 0.05),
          new Impairment(200_000, 0, JitterDistribution.NORMAL, 0),
          new Impairment(100_000, 100_000, JitterDistribution.NORMAL, 0.05),
          new Impairment(100_000, 200_000, JitterDistribution.UNIFORM, 0.05),
          Impairment.builder()
              .delay(new Delay(100_000, 50_000, JitterDistribution.PARETO, "", 0.2, true, 0))
              .loss(new Loss.GilbertElliott(0.1, 0.5, 0.5, 0.01))
              .duplicate(new Chance(0.1, 0.2))
              .corrupt(new Chance(0.1, 0))
              .rate(Rate.ofBits(1_000_000_000))
              .queue(new QueueLimit(10, 0))
              .build(),
          Impairment.builder()
              .delay(Delay.of(100_000, 50_000, JitterDistribution.NORMAL))
              .loss(new Loss.Random(0.1, 0.2, 0))
              .reorder(new Reorder(new Chance(0.2, 0.1), 1))
              .rate(Rate.ofBits(1_000_000_000))
              .limitPackets(1_000)
              .build());

  private WarmUp() {}

  /** Ends after as many packets or as much time, whichever comes first. */
  static void run(PacketStore store, int packets, long budgetNanos) {
    long start = System.nanoTime();
    // What it learns here is of a thread without real-time priority: nobody else is to have it.
    WakeUpLead lead = new WakeUpLead(true);
    try (SocketPair client = new SocketPair();
        SocketPair server = new SocketPair();
        Engine engine = new Engine(client.inner(), server.inner(), store, lead)) {
      int sent = 0;
      for (int round = 0; sent < packets && System.nanoTime() - start < budgetNanos; round++) {
        Impairment up = KINDS.get(round % KINDS.size());
        Impairment down = KINDS.get((round + 1) % KINDS.size());
        Semantics semantics = Semantics.values()[round / KINDS.size() % 2];
        engine.impairHere(up, down, semantics, round);
        for (int turn = 0; turn < TURNS_PER_ROUND; turn++) {
          for (int i = 0; i < PACKETS_PER_TURN; i++) {
            client.send(PACKET_BYTES);
            server.send(PACKET_BYTES);
            sent += 2;
          }
          engine.turn(0);
          client.drain();
          server.drain();
        }
      }
      // Also what an answer takes, though it is formed elsewhere.
      engine.figuresHere().forEach(LaneFigures::toJson);
      lead.toJson();
      while (!engine.isIdle()) {
        engine.turn(-1);
        client.drain();
        server.drain();
      }
    }
  }

  /** Two sockets joined to each other: the inner for an engine, the outer for whoever feeds it. */
  static final class SocketPair implements AutoCloseable {
    private static final byte IPV4 = 0x45;
    private static final int NUMBER_AT = 4;

    private final Memory buffer = new Memory(2048);
    private final int inner;
    private final int outer;

    SocketPair() {
      try (Memory fds = new Memory(8)) {
        int type = LibC.SOCK_DGRAM | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
        Errno.check(LibC.socketpair(LibC.AF_UNIX, type, 0, Pointer.nativeValue(fds)), "socketpair");
        inner = fds.getInt(0);
        outer = fds.getInt(4);
      }
      buffer.clear();
      buffer.setByte(0, IPV4);
    }

    int inner() {
      return inner;
    }

    /** Sends a packet, if there is room: of zeros but for IP's version. */
    boolean send(int bytes) {
      return LibC.write(outer, Pointer.nativeValue(buffer), bytes) == bytes;
    }

    /** Sends a packet with a number. */
    boolean sendNumbered(int number, int bytes) {
      buffer.setInt(NUMBER_AT, number);
      return send(bytes);
    }

    /** The number of the next packet, or −1 if none is there. */
    int receiveNumber() {
      return LibC.read(outer, Pointer.nativeValue(buffer), buffer.size()) > 0
          ? buffer.getInt(NUMBER_AT)
          : -1;
    }

    /** Throws away all packets that are there; returns how many. */
    int drain() {
      int count = 0;
      while (LibC.read(outer, Pointer.nativeValue(buffer), buffer.size()) > 0) {
        count++;
      }
      return count;
    }

    @Override
    public void close() {
      LibC.close(inner);
      LibC.close(outer);
      buffer.close();
    }
  }
}
