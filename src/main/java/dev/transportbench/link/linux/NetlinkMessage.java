package dev.transportbench.link.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * One rtnetlink request being written: header, a fixed part, then attributes, which may nest. Small
 * requests only (up to 1 KiB).
 */
final class NetlinkMessage implements AutoCloseable {
  static final short REQUEST = 1;
  static final short ACK = 4;
  static final short REPLACE = 0x100;
  static final short EXCL = 0x200;
  static final short CREATE = 0x400;
  private static final int HEADER_BYTES = 16;
  private static final int TABLE_MAIN = 254;
  private static final byte PROTOCOL_STATIC = 4;
  private static final int SCOPE_LINK = 253;
  private static final byte TYPE_UNICAST = 1;
  private static final int TC_ROOT = 0xffff_ffff;

  private final Memory memory = new Memory(1024);
  private final ByteBuffer buffer;

  NetlinkMessage(int type, int flags) {
    memory.clear();
    buffer = memory.getByteBuffer(0, memory.size()).order(ByteOrder.nativeOrder());
    buffer.putInt(0).putShort((short) type).putShort((short) flags).putInt(0).putInt(0);
  }

  /** {@code struct ifinfomsg}. Flags that {@code change} has as 1 bits are set to {@code flags}. */
  NetlinkMessage link(int index, int flags, int change) {
    buffer.putShort((short) 0).putShort((short) 0).putInt(index).putInt(flags).putInt(change);
    return this;
  }

  /** {@code struct ifaddrmsg} for IPv4. */
  NetlinkMessage address(int index, int prefixBits) {
    buffer.put((byte) LibC.AF_INET).put((byte) prefixBits).put((byte) 0).put((byte) 0);
    buffer.putInt(index);
    return this;
  }

  /** {@code struct ndmsg} for IPv4. */
  NetlinkMessage neighbour(int index, int state) {
    buffer.put((byte) LibC.AF_INET).put((byte) 0).putShort((short) 0).putInt(index);
    buffer.putShort((short) state).put((byte) 0).put((byte) 0);
    return this;
  }

  /** {@code struct rtmsg}: a static route of the main table to neighbours on the link. */
  NetlinkMessage route(int prefixBits) {
    buffer.put((byte) LibC.AF_INET).put((byte) prefixBits).put((byte) 0).put((byte) 0);
    buffer.put((byte) TABLE_MAIN).put(PROTOCOL_STATIC).put((byte) SCOPE_LINK).put(TYPE_UNICAST);
    buffer.putInt(0);
    return this;
  }

  /** {@code struct tcmsg}, for the root of a device. */
  NetlinkMessage trafficControl(int index) {
    buffer.putInt(0).putInt(index).putInt(0).putInt(TC_ROOT).putInt(0);
    return this;
  }

  NetlinkMessage attribute(int type, byte[] value) {
    int start = begin(type);
    buffer.put(value);
    end(start);
    return this;
  }

  NetlinkMessage attribute(int type, String value) {
    return attribute(type, (value + "\0").getBytes(StandardCharsets.US_ASCII));
  }

  NetlinkMessage attribute(int type, int value) {
    int start = begin(type);
    buffer.putInt(value);
    end(start);
    return this;
  }

  /** Starts an attribute that holds others; the result goes to {@link #end}. */
  int begin(int type) {
    int start = buffer.position();
    buffer.putShort((short) 0).putShort((short) type);
    return start;
  }

  void end(int start) {
    buffer.putShort(start, (short) (buffer.position() - start));
    while (buffer.position() % 4 != 0) {
      buffer.put((byte) 0);
    }
  }

  /** Fills in length and number; returns the length. */
  int finish(int sequence) {
    buffer.putInt(0, buffer.position()).putInt(8, sequence);
    assert buffer.position() >= HEADER_BYTES;
    return buffer.position();
  }

  long memoryAddress() {
    return Pointer.nativeValue(memory);
  }

  @Override
  public void close() {
    memory.close();
  }
}
