package dev.transportbench.link.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A UDP socket for measuring: many packets a call, and the kernel's own time of each arrival, so
 * that what the receiving thread takes to wake up is in no figure. It belongs to the namespace that
 * it was made in. One thread sends, one receives.
 */
public final class UdpSocket implements AutoCloseable {
  /** Packets that one call sends or receives. */
  public static final int BATCH = 32;

  private static final int SOL_SOCKET = 1;
  private static final int SO_RCVBUF = 8;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_RCVBUFFORCE = 33;
  private static final int SO_TIMESTAMPNS = 35;
  private static final int MSG_WAITFORONE = 0x10000;
  private static final int CLOCK_REALTIME = 0;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int RECEIVE_BUFFER_BYTES = 16 << 20;
  private static final int ADDRESS_BYTES = 16;

  // struct mmsghdr, struct cmsghdr
  private static final int HEADER_BYTES = 64;
  private static final int IOVEC_BYTES = 16;
  private static final int CONTROL_BYTES = 64;
  private static final int STAMP_OFFSET = 16;

  // Longer, and something may have come between the two clocks' readings.
  private static final long SAME_MOMENT_NANOS = 2_000;
  private static final int MOST_TRIES = 10;

  private final int fd;
  private final int payloadBytes;
  private final Memory out;
  private final Memory outHeaders = new Memory((long) BATCH * HEADER_BYTES);
  private final Memory outVectors = new Memory(IOVEC_BYTES);
  private final Memory in;
  private final Memory inHeaders = new Memory((long) BATCH * HEADER_BYTES);
  private final Memory inVectors = new Memory((long) BATCH * IOVEC_BYTES);
  private final Memory control = new Memory((long) BATCH * CONTROL_BYTES);
  private final Memory time = new Memory(16);
  private final ByteBuffer outView;
  private final ByteBuffer inView;
  private long realtimeLessMonotonic;

  private UdpSocket(int fd, int payloadBytes) {
    this.fd = fd;
    this.payloadBytes = payloadBytes;
    out = new Memory(payloadBytes);
    in = new Memory((long) BATCH * payloadBytes);
    outView = out.getByteBuffer(0, out.size()).order(ByteOrder.nativeOrder());
    inView = in.getByteBuffer(0, in.size()).order(ByteOrder.nativeOrder());
    for (Memory memory :
        new Memory[] {out, outHeaders, outVectors, in, inHeaders, inVectors, control, time}) {
      memory.clear();
    }
    // One payload, sent as often as wanted.
    vector(outVectors, 0, Pointer.nativeValue(out));
    for (int i = 0; i < BATCH; i++) {
      outHeaders.setLong(i * HEADER_BYTES + 16, Pointer.nativeValue(outVectors));
      outHeaders.setLong(i * HEADER_BYTES + 24, 1);
      vector(inVectors, i, Pointer.nativeValue(in) + (long) i * payloadBytes);
      inHeaders.setLong(
          i * HEADER_BYTES + 16, Pointer.nativeValue(inVectors) + (long) i * IOVEC_BYTES);
      inHeaders.setLong(i * HEADER_BYTES + 24, 1);
      inHeaders.setLong(
          i * HEADER_BYTES + 32, Pointer.nativeValue(control) + (long) i * CONTROL_BYTES);
    }
  }

  private void vector(Memory vectors, int index, long address) {
    vectors.setLong((long) index * IOVEC_BYTES, address);
    vectors.setLong((long) index * IOVEC_BYTES + 8, payloadBytes);
  }

  /**
   * Makes one in the calling thread's namespace, on a free port of an address.
   *
   * @param payloadBytes of every packet that it sends or receives; at least 16
   */
  public static UdpSocket bind(byte[] ipv4, int payloadBytes) {
    int fd =
        Errno.check(
            LibC.socket(LibC.AF_INET, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0), "socket(AF_INET)");
    UdpSocket socket = new UdpSocket(fd, payloadBytes);
    try (Memory address = new Memory(ADDRESS_BYTES)) {
      address.clear();
      address.setShort(0, (short) LibC.AF_INET);
      address.write(4, ipv4, 0, ipv4.length);
      Errno.check(LibC.bind(fd, Pointer.nativeValue(address), ADDRESS_BYTES), "bind a UDP socket");
      try {
        socket.option(SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES);
      } catch (KernelException e) {
        // Outside a namespace of ours, on loopback: then as much as everyone may have.
        socket.option(SO_RCVBUF, RECEIVE_BUFFER_BYTES);
      }
      socket.option(SO_TIMESTAMPNS, 1);
      return socket;
    } catch (Throwable e) {
      socket.close();
      throw e;
    }
  }

  private void option(int option, int value) {
    try (Memory memory = new Memory(4)) {
      memory.setInt(0, value);
      Errno.check(
          LibC.setsockopt(fd, SOL_SOCKET, option, Pointer.nativeValue(memory), 4),
          "set socket option " + option);
    }
  }

  /** Has all packets sent go to another one. */
  public void connect(UdpSocket to) {
    try (Memory address = new Memory(ADDRESS_BYTES);
        Memory bytes = new Memory(4)) {
      bytes.setInt(0, ADDRESS_BYTES);
      Errno.check(
          LibC.getsockname(to.fd, Pointer.nativeValue(address), Pointer.nativeValue(bytes)),
          "getsockname");
      Errno.check(
          LibC.connect(fd, Pointer.nativeValue(address), ADDRESS_BYTES), "connect a UDP socket");
    }
  }

  /** After so long without a packet {@link #receive} returns. */
  public void setReceiveTimeout(int millis) {
    try (Memory memory = new Memory(16)) {
      memory.setLong(0, millis / 1000);
      memory.setLong(8, millis % 1000 * 1000L);
      Errno.check(
          LibC.setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, Pointer.nativeValue(memory), 16),
          "set a socket's timeout");
    }
  }

  /** Sends one packet that starts with two numbers. */
  public void send(long first, long second) {
    outView.putLong(0, first).putLong(8, second);
    Errno.check(LibC.send(fd, Pointer.nativeValue(out), payloadBytes, 0), "send");
  }

  /** Sends {@link #BATCH} packets; returns how many were taken. */
  public int sendBatch() {
    return Errno.check(LibC.sendmmsg(fd, Pointer.nativeValue(outHeaders), BATCH, 0), "sendmmsg");
  }

  /** Waits for a packet and takes all that are there, {@link #BATCH} at most; 0 after a timeout. */
  public int receive() {
    for (int i = 0; i < BATCH; i++) {
      inHeaders.setLong(i * HEADER_BYTES + 40, CONTROL_BYTES);
    }
    int count = LibC.recvmmsg(fd, Pointer.nativeValue(inHeaders), BATCH, MSG_WAITFORONE, 0);
    if (count == -1) {
      if (Errno.last() == Errno.EAGAIN || Errno.last() == Errno.EINTR) {
        return 0;
      }
      throw Errno.failed("recvmmsg");
    }
    return count;
  }

  /** The first number of the i-th of the packets received last. */
  public long first(int i) {
    return inView.getLong(i * payloadBytes);
  }

  /** Its second number. */
  public long second(int i) {
    return inView.getLong(i * payloadBytes + 8);
  }

  /**
   * When the kernel got the i-th of the packets received last, on the clock of {@link
   * System#nanoTime}.
   */
  public long arrivalNanos(int i) {
    long control = (long) i * CONTROL_BYTES;
    long stamp =
        this.control.getLong(control + STAMP_OFFSET) * NANOS_PER_SECOND
            + this.control.getLong(control + STAMP_OFFSET + 8);
    if (i == 0) {
      compareClocks();
    }
    return stamp - realtimeLessMonotonic;
  }

  /** The kernel stamps by a clock that is adjusted now and then: compared for each batch. */
  private void compareClocks() {
    long narrowest = Long.MAX_VALUE;
    for (int i = 0; i < MOST_TRIES && narrowest > SAME_MOMENT_NANOS; i++) {
      long before = System.nanoTime();
      LibC.clock_gettime(CLOCK_REALTIME, Pointer.nativeValue(time));
      long after = System.nanoTime();
      if (after - before < narrowest) {
        narrowest = after - before;
        long realtime = time.getLong(0) * NANOS_PER_SECOND + time.getLong(8);
        realtimeLessMonotonic = realtime - (before + after) / 2;
      }
    }
  }

  @Override
  public void close() {
    LibC.close(fd);
  }
}
