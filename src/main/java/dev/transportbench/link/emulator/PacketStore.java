package dev.transportbench.link.emulator;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

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
  private final int[] free;
  private final int[] packetBytes;
  private int freeCount;

  PacketStore(int slots, int slotBytes) {
    this.slotBytes = slotBytes;
    memory = new Memory((slots + 1L) * slotBytes);
    address = Pointer.nativeValue(memory);
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

  int taken() {
    return free.length - freeCount;
  }

  @Override
  public void close() {
    memory.close();
  }
}
