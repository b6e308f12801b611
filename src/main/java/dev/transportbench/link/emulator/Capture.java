package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Writes every packet that enters the link into a file, in the form of pcapng
 * (draft-ietf-opsawg-pcapng): one interface for each direction, raw IP, nanoseconds, and a comment
 * at each packet that the link did something to other than delay it. What happens to a packet later
 * than its arrival (that it is overtaken) is not told.
 *
 * <p>The engine's thread only fills buffers; a thread of its own writes them. A packet that finds
 * no buffer free, or comes when {@value #MOST_FILE_BYTES} bytes are written, is counted as missed.
 */
final class Capture implements AutoCloseable {
  static final long MOST_FILE_BYTES = 1L << 30;

  private static final int BUFFERS = 32;
  private static final int BUFFER_BYTES = 256 << 10;
  // A packet, its block's frame, and all comments that there are.
  private static final int MOST_BLOCK_BYTES = 4 << 10;
  private static final long PATIENCE_SECONDS = 10;

  private static final int SECTION_HEADER = 0x0A0D0D0A;
  private static final int INTERFACE_DESCRIPTION = 1;
  private static final int INTERFACE_STATISTICS = 5;
  private static final int ENHANCED_PACKET = 6;
  private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
  private static final short LINK_TYPE_RAW = 101;
  private static final short OPTION_END = 0;
  private static final short OPTION_COMMENT = 1;
  private static final short OPTION_INTERFACE_NAME = 2;
  private static final short OPTION_TIME_RESOLUTION = 9;
  private static final byte NANOSECONDS = 9;
  private static final short OPTION_RECEIVED = 4;
  private static final short OPTION_DROPPED = 5;

  private static final long NOT_READ = -1;

  private static final byte[] NO_ROOM = text("lost: no room in the emulator");
  private static final byte[] IMPAIRED = text("the first packet since the impairment was set");
  private static final Map<EventLog.Event, byte[]> COMMENTS = new EnumMap<>(EventLog.Event.class);

  static {
    COMMENTS.put(EventLog.Event.LOST, text("lost: by chance"));
    COMMENTS.put(EventLog.Event.DROPPED, text("lost: by plan"));
    COMMENTS.put(EventLog.Event.QUEUE_FULL, text("lost: the queue was full"));
    COMMENTS.put(EventLog.Event.DUPLICATED, text("arrives twice"));
    COMMENTS.put(EventLog.Event.CORRUPTED, text("arrives with one bit changed"));
  }

  private final FileChannel file;
  private final Thread writer;
  private final ArrayBlockingQueue<ByteBuffer> free = new ArrayBlockingQueue<>(BUFFERS);
  private final ArrayBlockingQueue<ByteBuffer> full = new ArrayBlockingQueue<>(BUFFERS);
  private final long[] packets = new long[Direction.values().length];
  private final long[] missed = new long[Direction.values().length];
  private final boolean[] impaired = new boolean[Direction.values().length];
  private final long[] figuresCount = {NOT_READ, NOT_READ};
  private final long epochLessMonotonicNanos;
  private volatile IOException trouble;
  private ByteBuffer buffer;
  private long fileBytes;
  private int blockStart;
  private boolean open;
  private boolean paused;

  /** Makes a file, or writes an old one anew. */
  Capture(Path path) throws IOException {
    file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    for (int i = 0; i < BUFFERS; i++) {
      free.add(ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN));
    }
    buffer = free.remove();
    epochLessMonotonicNanos =
        TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
    sectionHeader();
    for (Direction direction : Direction.values()) {
      interfaceDescription(direction);
    }
    writer = new Thread(this::write, "capture");
    writer.setDaemon(true);
    writer.start();
  }

  private static byte[] text(String comment) {
    return comment.getBytes(StandardCharsets.UTF_8);
  }

  /** While paused, packets go by unseen: those of a probe, that nothing else counts either. */
  void pause(boolean paused) {
    this.paused = paused;
  }

  /** The next packet of each direction is to be marked. */
  void impaired() {
    for (Direction direction : Direction.values()) {
      impaired[direction.ordinal()] = true;
    }
  }

  /** The link's figures were read: the next packet of this direction is none of theirs. */
  void figuresRead(Direction direction, long packets) {
    figuresCount[direction.ordinal()] = packets;
  }

  /** A packet has come in; what happens to it until {@link #end} is told with it. */
  void begin(Direction direction, PacketStore store, int slot, int bytes) {
    if (paused) {
      return;
    }
    int lane = direction.ordinal();
    if (!hasRoom()) {
      missed[lane]++;
      return;
    }
    packets[lane]++;
    long nanos = epochLessMonotonicNanos + System.nanoTime();
    startBlock(ENHANCED_PACKET);
    buffer.putInt(lane).putInt((int) (nanos >>> 32)).putInt((int) nanos);
    buffer.putInt(bytes).putInt(bytes);
    store.copyTo(slot, bytes, buffer);
    pad();
    if (impaired[lane]) {
      impaired[lane] = false;
      option(OPTION_COMMENT, IMPAIRED);
    }
    if (figuresCount[lane] != NOT_READ) {
      option(OPTION_COMMENT, text("the link's figures count " + figuresCount[lane] + " before it"));
      figuresCount[lane] = NOT_READ;
    }
    open = true;
  }

  void note(EventLog.Event event) {
    byte[] comment = COMMENTS.get(event);
    if (open && comment != null) {
      option(OPTION_COMMENT, comment);
    }
  }

  void noteNoRoom() {
    if (open) {
      option(OPTION_COMMENT, NO_ROOM);
    }
  }

  void end() {
    if (open) {
      open = false;
      endBlock();
    }
  }

  private boolean hasRoom() {
    if (fileBytes > MOST_FILE_BYTES) {
      return false;
    }
    if (buffer != null && buffer.remaining() < MOST_BLOCK_BYTES) {
      full.add(buffer);
      buffer = null;
    }
    if (buffer == null) {
      buffer = free.poll();
    }
    return buffer != null;
  }

  private void sectionHeader() {
    startBlock(SECTION_HEADER);
    buffer.putInt(BYTE_ORDER_MAGIC);
    buffer.putShort((short) 1).putShort((short) 0);
    // Length of the section: not said.
    buffer.putLong(-1);
    endBlock();
  }

  private void interfaceDescription(Direction direction) {
    startBlock(INTERFACE_DESCRIPTION);
    buffer.putShort(LINK_TYPE_RAW).putShort((short) 0);
    buffer.putInt(0);
    option(OPTION_INTERFACE_NAME, text(direction.label()));
    option(OPTION_TIME_RESOLUTION, new byte[] {NANOSECONDS});
    endBlock();
  }

  private void interfaceStatistics(Direction direction) {
    int lane = direction.ordinal();
    long nanos = epochLessMonotonicNanos + System.nanoTime();
    startBlock(INTERFACE_STATISTICS);
    buffer.putInt(lane).putInt((int) (nanos >>> 32)).putInt((int) nanos);
    buffer.putShort(OPTION_RECEIVED).putShort((short) 8).putLong(packets[lane] + missed[lane]);
    buffer.putShort(OPTION_DROPPED).putShort((short) 8).putLong(missed[lane]);
    endBlock();
  }

  private void startBlock(int type) {
    blockStart = buffer.position();
    // The length comes when it is known.
    buffer.putInt(type).putInt(0);
  }

  private void option(short code, byte[] value) {
    buffer.putShort(code).putShort((short) value.length).put(value);
    pad();
  }

  private void endBlock() {
    buffer.putShort(OPTION_END).putShort((short) 0);
    int length = buffer.position() + Integer.BYTES - blockStart;
    buffer.putInt(blockStart + Integer.BYTES, length).putInt(length);
    fileBytes += length;
  }

  private void pad() {
    while ((buffer.position() - blockStart) % Integer.BYTES != 0) {
      buffer.put((byte) 0);
    }
  }

  private void write() {
    try {
      while (true) {
        ByteBuffer next = full.take();
        boolean last = next.position() == 0;
        next.flip();
        while (next.hasRemaining() && trouble == null) {
          writeSome(next);
        }
        if (last) {
          return;
        }
        next.clear();
        free.add(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeSome(ByteBuffer some) {
    try {
      file.write(some);
    } catch (IOException e) {
      // A full disk is no reason to stop the link; what is missing is told at the end.
      trouble = e;
    }
  }

  /** {@code packets up, missed up, packets down, missed down}, with blanks between them. */
  String counts() {
    return packets[0] + " " + missed[0] + " " + packets[1] + " " + missed[1];
  }

  /** Writes what is left; the file is whole when this returns. */
  @Override
  public void close() throws IOException {
    try {
      if (buffer == null) {
        buffer = free.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      if (buffer != null) {
        for (Direction direction : Direction.values()) {
          interfaceStatistics(direction);
        }
        full.add(buffer);
      }
      // An empty one ends the writer.
      full.add(ByteBuffer.allocate(0));
      writer.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      file.close();
    }
    if (trouble != null) {
      throw trouble;
    }
  }
}
