package dev.transportbench.link.emulator;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;

/**
 * A descriptor that gives and takes one packet a call and never blocks. By Netty's native calls,
 * which cost a fraction of JNA's: two a packet are what the emulator spends its own time on.
 */
final class PacketPort {
  static {
    Epoll.ensureAvailability();
  }

  private final FileDescriptor descriptor;

  PacketPort(int fd) {
    descriptor = new FileDescriptor(fd);
  }

  /** Bytes of the packet read; 0 when there is none. */
  int read(long address, int mostBytes) throws IOException {
    return Math.max(0, descriptor.readAddress(address, 0, mostBytes));
  }

  /** Whether the packet was taken. */
  boolean write(long address, int bytes) {
    try {
      return descriptor.writeAddress(address, 0, bytes) == bytes;
    } catch (IOException e) {
      return false;
    }
  }
}
