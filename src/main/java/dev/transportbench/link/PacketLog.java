package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the emulator did to single packets: each that was lost, dropped, copied, corrupted or
 * overtaken, and no other. Bounded: of too many, the last.
 *
 * <p>The file is binary, most significant byte first: 8 bytes {@code TBPKLOG1}, start of the
 * impairment on the monotonic clock in ns (8), how many events there were (8), then {@value
 * #RECORD_BYTES} bytes for each that was kept: ns since the start (8), number of the packet in its
 * direction, from 1 (8), bytes of IP (4), source and destination address (4 each), source and
 * destination port (2 each), direction (1: 0 up, 1 down), event (1: in the order of {@link Event}),
 * protocol of IP (1), TCP's flags or the first byte that UDP carries (1), bytes that TCP or UDP
 * carries (4).
 *
 * @param startNanos the value of {@link System#nanoTime} that times count from
 * @param total how many events there were
 * @param entries those that were kept, by time
 */
public record PacketLog(long startNanos, long total, List<Entry> entries) {
  public static final byte[] MAGIC = "TBPKLOG1".getBytes(StandardCharsets.US_ASCII);
  public static final int HEADER_BYTES = 24;
  public static final int RECORD_BYTES = 40;

  /** What happened. */
  public enum Event {
    /** By chance. */
    LOST,
    /** By plan: a listed number, a burst, an outage, UDP blocked. */
    DROPPED,
    /** It found the queue full. */
    QUEUE_FULL,
    DUPLICATED,
    CORRUPTED,
    /** It left after one that had come later. */
    OVERTAKEN
  }

  /**
   * One packet's.
   *
   * @param protocol of IP: 6 is TCP, 17 UDP
   * @param lead TCP's flags (RFC 9293 section 3.1), or the first byte that UDP carries, which tells
   *     QUIC's handshake from what follows (RFC 9000 section 17.2)
   * @param payloadBytes what TCP or UDP carries; 0 for another protocol
   */
  public record Entry(
      long nanos,
      long packet,
      Direction direction,
      Event event,
      int ipBytes,
      int protocol,
      InetAddress source,
      int sourcePort,
      InetAddress destination,
      int destinationPort,
      int lead,
      int payloadBytes) {
    public static final int TCP = 6;
    public static final int UDP = 17;
  }

  /**
   * Reads a file.
   *
   * @throws BadInputException when it is not such a log
   */
  public static PacketLog read(Path file) throws IOException {
    return parse(file, ByteBuffer.wrap(Files.readAllBytes(file)));
  }

  /**
   * @param file what complaints call it
   */
  static PacketLog parse(Path file, ByteBuffer in) throws IOException {
    byte[] magic = new byte[MAGIC.length];
    if (in.remaining() >= HEADER_BYTES) {
      in.get(magic);
    }
    if (!Arrays.equals(magic, MAGIC) || in.remaining() % RECORD_BYTES != 16) {
      throw new BadInputException(
          "packet log: '%s' is not one; allowed: a file that link exec --packet-log wrote"
              .formatted(file));
    }
    long start = in.getLong();
    long total = in.getLong();
    List<Entry> entries = new ArrayList<>();
    while (in.hasRemaining()) {
      int direction = in.get(in.position() + 32);
      int event = in.get(in.position() + 33);
      if (direction < 0
          || direction >= Direction.values().length
          || event < 0
          || event >= Event.values().length) {
        throw new BadInputException(
            "packet log: '%s' has a torn record at byte %d; allowed: a file that link exec"
                    .formatted(file, in.position())
                + " --packet-log wrote");
      }
      entries.add(entry(in));
    }
    return new PacketLog(start, total, List.copyOf(entries));
  }

  private static Entry entry(ByteBuffer in) throws IOException {
    int at = in.position();
    byte[] source = new byte[4];
    byte[] destination = new byte[4];
    in.get(at + 20, source);
    in.get(at + 24, destination);
    Entry entry =
        new Entry(
            in.getLong(at),
            in.getLong(at + 8),
            Direction.values()[in.get(at + 32)],
            Event.values()[in.get(at + 33)],
            in.getInt(at + 16),
            in.get(at + 34) & 0xff,
            InetAddress.getByAddress(source),
            in.getShort(at + 28) & 0xffff,
            InetAddress.getByAddress(destination),
            in.getShort(at + 30) & 0xffff,
            in.get(at + 35) & 0xff,
            in.getInt(at + 36));
    in.position(at + RECORD_BYTES);
    return entry;
  }
}
