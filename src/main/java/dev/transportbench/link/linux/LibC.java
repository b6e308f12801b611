package dev.transportbench.link.linux;

import com.sun.jna.Native;

/**
 * The C library's functions that we call, bound directly. Pointers and sizes are {@code long}, so
 * that a call makes no garbage. Results are the C ones: −1 is a failure, and {@link Errno#last()}
 * tells which.
 */
public final class LibC {
  public static final int AF_INET = 2;
  public static final int AF_NETLINK = 16;
  public static final int AF_UNIX = 1;
  public static final int SOCK_DGRAM = 2;
  public static final int SOCK_RAW = 3;
  public static final int SOCK_NONBLOCK = 0x800;
  public static final int SOCK_CLOEXEC = 0x80000;
  public static final int O_RDONLY = 0;
  public static final int O_RDWR = 2;
  public static final int O_NONBLOCK = 0x800;
  public static final int O_CLOEXEC = 0x80000;
  public static final int CLONE_NEWNET = 0x4000_0000;
  public static final int CLOCK_MONOTONIC = 1;
  public static final int SIGTERM = 15;
  public static final int SIGKILL = 9;

  static {
    Native.register(LibC.class, "c");
  }

  private LibC() {}

  public static native int open(String path, int flags);

  public static native int close(int fd);

  public static native long read(int fd, long address, long bytes);

  public static native long write(int fd, long address, long bytes);

  public static native int ioctl(int fd, long request, long address);

  public static native int socket(int domain, int type, int protocol);

  public static native int socketpair(int domain, int type, int protocol, long twoFds);

  public static native long send(int fd, long address, long bytes, int flags);

  public static native long recv(int fd, long address, long bytes, int flags);

  public static native int bind(int fd, long address, int addressBytes);

  public static native int connect(int fd, long address, int addressBytes);

  public static native int getsockname(int fd, long address, long addressBytes);

  public static native int setsockopt(int fd, int level, int option, long value, int valueBytes);

  public static native int sendmmsg(int fd, long messages, int count, int flags);

  public static native int recvmmsg(int fd, long messages, int count, int flags, long timeout);

  public static native int unshare(int flags);

  public static native int setns(int fd, int type);

  public static native int epoll_create1(int flags);

  public static native int epoll_ctl(int epollFd, int operation, int fd, long event);

  public static native int epoll_wait(int epollFd, long events, int max, int timeoutMillis);

  public static native int timerfd_create(int clock, int flags);

  public static native int timerfd_settime(int fd, int flags, long newValue, long oldValue);

  public static native int eventfd(int initial, int flags);

  public static native int prctl(int option, long a2, long a3, long a4, long a5);

  public static native int sched_setscheduler(int pid, int policy, long param);

  public static native int sched_setaffinity(int pid, long maskBytes, long mask);

  public static native int sched_getaffinity(int pid, long maskBytes, long mask);

  public static native int setpriority(int which, int who, int nice);

  public static native int clock_gettime(int clock, long timespec);

  public static native int clock_nanosleep(int clock, int flags, long timespec, long remaining);

  public static native int kill(int pid, int signal);

  static native String strerror(int errno);
}
