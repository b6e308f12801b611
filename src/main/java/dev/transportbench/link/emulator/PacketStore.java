package dev.transportbench.link.emulator;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Room for packets, outside the Java heap, in slots of one size. The slot given back last is taken
 * first, so that few pages are touched while few packets are under way.
 */
final class PacketStore implements AutoCloseable {
  /** Taken when nothing is free. */
  static final int NO_SLOT = -1;

  private final int slotBytes;
  private final Memory memory;
  private final long address;
  private final ByteBuffer view;
  private final int[] free;
  private final int[] packetBytes;
  private int freeCount;

  PacketStore(int slots, int slotBytes) {
    this.slotBytes = slotBytes;
    memory = new Memory((slots + 1L) * slotBytes);
    address = Pointer.nativeValue(memory);
    view = memory.getByteBuffer(0, memory.size()).order(ByteOrder.BIG_ENDIAN);
    free = new int[slots];
    packetBytes = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      free[slots - 1 - slot] = slot;
    }
    freeCount = slots;
  }

  int slots() {
    return free.length;
  }

  int slotBytes() {
    return slotBytes;
  }

  /** A free slot, or {@link #NO_SLOT}. */
  int take() {
    return freeCount == 0 ? NO_SLOT : free[--freeCount];
  }

  void giveBack(int slot) {
    free[freeCount++] = slot;
  }

  long address(int slot) {
    return address + (long) slot * slotBytes;
  }

  /** Room for a packet that is read only to be thrown away. */
  long scratchAddress() {
    return address(free.length);
  }

  int packetBytes(int slot) {
    return packetBytes[slot];
  }

  void setPacketBytes(int slot, int bytes) {
    packetBytes[slot] = bytes;
  }

  /** A byte of a packet, 0 to 255. */
  int unsignedByte(int slot, int offset) {
    return view.get(slot * slotBytes + offset) & 0xff;
  }

  /** Two bytes of a packet in the network's order, 0 to 65,535. */
  int unsignedShort(int slot, int offset) {
    return view.getShort(slot * slotBytes + offset) & 0xffff;
  }

  /** Four bytes of a packet in the network's order. */
  int integer(int slot, int offset) {
    return view.getInt(slot * slotBytes + offset);
  }

  void setByte(int slot, int offset, int value) {
    view.put(slot * slotBytes + offset, (byte) value);
  }

  void setShort(int slot, int offset, int value) {
    view.putShort(slot * slotBytes + offset, (short) value);
  }

  /** Makes one slot's packet that of another. */
  void copy(int from, int to) {
    int bytes = packetBytes[from];
    packetBytes[to] = bytes;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      // Whole words: a slot's end is a word's end.
      view.putLong(to * slotBytes + i, view.getLong(from * slotBytes + i));
    }
  }

  /** Appends the first bytes of a slot, or of the scratch room ({@link #slots}), to a buffer. */
  void copyTo(int slot, int bytes, ByteBuffer to) {
    to.put(to.position(), view, slot * slotBytes, bytes);
    to.position(to.position() + bytes);
  }

  int taken() {
    return free.length - freeCount;
  }

  @Override
  public void close() {
    memory.close();
  }
}
