package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;
import dev.transportbench.link.PacketLog;
import java.nio.ByteBuffer;

/**
 * The last so many things that happened to packets, in memory outside the heap, in {@link
 * PacketLog}'s format. Only for the engine's thread.
 */
final class EventLog {
  private final ByteBuffer records;
  private final int capacity;
  private final long startNanos;
  private long total;

  /** Their order is the file's. */
  enum Event {
    LOST,
    DROPPED,
    QUEUE_FULL,
    DUPLICATED,
    CORRUPTED,
    OVERTAKEN
  }

  EventLog(int capacity, long startNanos) {
    this.capacity = capacity;
    this.startNanos = startNanos;
    records = ByteBuffer.allocateDirect(capacity * PacketLog.RECORD_BYTES);
  }

  void add(Event event, Direction direction, long number, PacketStore store, int slot, long now) {
    int at = (int) (total++ % capacity) * PacketLog.RECORD_BYTES;
    boolean ipv4 = Headers.isIpv4(store, slot);
    records.putLong(at, now - startNanos);
    records.putLong(at + 8, number + 1);
    records.putInt(at + 16, store.packetBytes(slot));
    records.putInt(at + 20, ipv4 ? Headers.sourceAddress(store, slot) : 0);
    records.putInt(at + 24, ipv4 ? Headers.destinationAddress(store, slot) : 0);
    records.putShort(at + 28, (short) (ipv4 ? Headers.sourcePort(store, slot) : 0));
    records.putShort(at + 30, (short) (ipv4 ? Headers.destinationPort(store, slot) : 0));
    records.put(at + 32, (byte) direction.ordinal());
    records.put(at + 33, (byte) event.ordinal());
    records.put(at + 34, (byte) Math.max(0, Headers.protocol(store, slot)));
    records.put(at + 35, (byte) Headers.lead(store, slot));
    records.putInt(at + 36, Headers.payloadBytes(store, slot));
  }

  /** The file's content as of now. */
  byte[] toBytes() {
    int kept = (int) Math.min(total, capacity);
    ByteBuffer file = ByteBuffer.allocate(PacketLog.HEADER_BYTES + kept * PacketLog.RECORD_BYTES);
    file.put(PacketLog.MAGIC);
    file.putLong(startNanos);
    file.putLong(total);
    for (long i = total - kept; i < total; i++) {
      int at = (int) (i % capacity) * PacketLog.RECORD_BYTES;
      file.put(records.slice(at, PacketLog.RECORD_BYTES));
    }
    return file.array();
  }
}
