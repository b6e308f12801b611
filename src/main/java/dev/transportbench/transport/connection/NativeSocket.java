package dev.transportbench.transport.connection;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import io.netty.channel.Channel;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.unix.UnixChannel;
import java.lang.reflect.Method;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Socket options of Linux that neither Netty nor the JDK has a name for, on any channel whose
 * descriptor can be had: epoll's tell it; of NIO's the JDK knows it, and tells when started with
 * {@value #FLAG}. Source: getsockopt(2).
 */
final class NativeSocket {
  static final String FLAG = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";

  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

  private final int descriptor;

  private NativeSocket(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Empty off Linux, and for a NIO channel whose descriptor the JDK keeps to itself. */
  static Optional<NativeSocket> of(Channel channel) {
    if (!LINUX) {
      return Optional.empty();
    }
    if (channel instanceof UnixChannel unix) {
      return Optional.of(new NativeSocket(unix.fd().intValue()));
    }
    try {
      Method javaChannel = AbstractNioChannel.class.getDeclaredMethod("javaChannel");
      javaChannel.setAccessible(true);
      Object selectable = javaChannel.invoke(channel);
      Method number = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFDVal");
      return Optional.of(new NativeSocket((Integer) number.invoke(selectable)));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether this system has sockets of this kind at all. */
  static boolean isLinux() {
    return LINUX;
  }

  /**
   * Sets an option to the bytes given.
   *
   * @throws RefusedException with the kernel's error number
   */
  void set(int level, int option, byte[] value) {
    try (Memory memory = new Memory(value.length)) {
      memory.write(0, value, 0, value.length);
      if (LibSocket.setsockopt(descriptor, level, option, memory, value.length) != 0) {
        throw new RefusedException(Native.getLastError());
      }
    }
  }

  void setInt(int level, int option, int value) {
    set(
        level,
        option,
        java.nio.ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array());
  }

  /**
   * An option's value, as long as the kernel says it is.
   *
   * @throws RefusedException with the kernel's error number
   */
  byte[] get(int level, int option, int maxBytes) {
    try (Memory memory = new Memory(maxBytes)) {
      IntByReference length = new IntByReference(maxBytes);
      if (LibSocket.getsockopt(descriptor, level, option, memory, length) != 0) {
        throw new RefusedException(Native.getLastError());
      }
      return memory.getByteArray(0, length.getValue());
    }
  }

  int getInt(int level, int option) {
    return java.nio.ByteBuffer.wrap(get(level, option, 4)).order(ByteOrder.nativeOrder()).getInt();
  }

  /** The kernel did not do as asked. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(int errno) {
      super("error " + errno);
    }
  }

  /** Loaded only where it is used. */
  private static final class LibSocket {
    static {
      Native.register(LibSocket.class, "c");
    }

    static native int setsockopt(int socket, int level, int option, Pointer value, int length);

    static native int getsockopt(
        int socket, int level, int option, Pointer value, IntByReference length);
  }
}
