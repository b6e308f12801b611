package dev.transportbench.link.emulator;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.transportbench.link.linux.Errno;
import dev.transportbench.link.linux.LibC;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Waits for descriptors, for a point in time, or to be woken, whichever comes first: epoll, a timer
 * descriptor on the monotonic clock (the one of {@link System#nanoTime}) and an event descriptor.
 */
final class Poller implements AutoCloseable {
  /** Ready when the timer has run out. */
  static final int TIMER = 0;

  /** Ready when another thread called {@link #wake}. */
  static final int WOKEN = 1;

  /** The first number free for descriptors. */
  static final int FIRST_FREE = 2;

  private static final int MAX_READY = 8;
  private static final int EPOLL_CTL_ADD = 1;
  private static final int EPOLLIN = 1;
  private static final int TFD_TIMER_ABSTIME = 1;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  // The kernel packs struct epoll_event on x86-64 only.
  private static final boolean PACKED = System.getProperty("os.arch").matches("amd64|x86_64");
  private static final int EVENT_BYTES = PACKED ? 12 : 16;
  private static final int DATA_OFFSET = PACKED ? 4 : 8;

  private final int epollFd;
  private final int timerFd;
  private final int wakeFd;
  private final Memory events = new Memory((long) MAX_READY * EVENT_BYTES);
  private final ByteBuffer eventsView = view(events);
  private final long eventsAddress = Pointer.nativeValue(events);
  private final Memory timerSpec = new Memory(32);
  private final ByteBuffer timerSpecView = view(timerSpec);
  private final long timerSpecAddress = Pointer.nativeValue(timerSpec);
  private final Memory wakeCount = new Memory(8);
  private final Memory one = new Memory(8);
  private long timerNanos;

  Poller() {
    epollFd = Errno.check(LibC.epoll_create1(LibC.O_CLOEXEC), "epoll_create1");
    timerFd =
        Errno.check(
            LibC.timerfd_create(LibC.CLOCK_MONOTONIC, LibC.O_NONBLOCK | LibC.O_CLOEXEC),
            "timerfd_create");
    wakeFd = Errno.check(LibC.eventfd(0, LibC.O_NONBLOCK | LibC.O_CLOEXEC), "eventfd");
    timerSpec.clear();
    one.setLong(0, 1);
    add(timerFd, TIMER);
    add(wakeFd, WOKEN);
  }

  /** Watches a descriptor for something to read; it goes by {@code number} from now on. */
  void add(int fd, int number) {
    try (Memory event = new Memory(16)) {
      event.clear();
      event.setInt(0, EPOLLIN);
      event.setInt(DATA_OFFSET, number);
      Errno.check(
          LibC.epoll_ctl(epollFd, EPOLL_CTL_ADD, fd, Pointer.nativeValue(event)), "epoll_ctl");
    }
  }

  /**
   * Waits until something is ready; returns how many are.
   *
   * @param timeoutMillis −1: without end; 0: only looks
   */
  int await(int timeoutMillis) {
    int ready = LibC.epoll_wait(epollFd, eventsAddress, MAX_READY, timeoutMillis);
    if (ready == -1) {
      if (Errno.last() != Errno.EINTR) {
        throw Errno.failed("epoll_wait");
      }
      return 0;
    }
    return ready;
  }

  /** The number of the i-th that is ready. */
  int ready(int i) {
    return eventsView.getInt(i * EVENT_BYTES + DATA_OFFSET);
  }

  /** Sets the timer to a value of {@link System#nanoTime}; 0 switches it off. */
  void setTimer(long nanos) {
    if (nanos == timerNanos) {
      return;
    }
    timerNanos = nanos;
    timerSpecView.putLong(16, nanos / NANOS_PER_SECOND);
    timerSpecView.putLong(24, nanos % NANOS_PER_SECOND);
    Errno.check(
        LibC.timerfd_settime(timerFd, TFD_TIMER_ABSTIME, timerSpecAddress, 0), "timerfd_settime");
  }

  /** Makes {@link #WOKEN} ready; from any thread. */
  void wake() {
    LibC.write(wakeFd, Pointer.nativeValue(one), 8);
  }

  /** Makes {@link #WOKEN} unready. */
  void consumeWake() {
    LibC.read(wakeFd, Pointer.nativeValue(wakeCount), 8);
  }

  @Override
  public void close() {
    LibC.close(epollFd);
    LibC.close(timerFd);
    LibC.close(wakeFd);
    events.close();
    timerSpec.close();
    wakeCount.close();
    one.close();
  }

  private static ByteBuffer view(Memory memory) {
    return memory.getByteBuffer(0, memory.size()).order(ByteOrder.nativeOrder());
  }
}
