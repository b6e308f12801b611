package dev.transportbench.link.linux;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A network namespace without a name. It lives as long as something holds it: this object's
 * descriptor, a thread or process inside, a socket made inside. Nothing is left when the process
 * dies.
 *
 * <p>A namespace belongs to a thread, not to the process; so do all methods that enter one.
 */
public final class Namespace implements AutoCloseable {
  private static final String OWN = "/proc/thread-self/ns/net";

  private final int fd;
  private boolean closed;

  private Namespace(int fd) {
    this.fd = fd;
  }

  /**
   * Makes a new namespace: loopback up, IPv6 off, TCP keeping nothing from one connection for the
   * next.
   *
   * @throws KernelException when the process may not
   */
  public static Namespace create() {
    // A thread of its own: one that fails half way in must not be the caller's.
    return onOwnThread(
        () -> {
          Errno.check(LibC.unshare(LibC.CLONE_NEWNET), "unshare(CLONE_NEWNET)");
          Namespace made = current();
          try {
            // Before any device exists, so that each inherits it and none sends a solicitation.
            writeSysctl("ipv6/conf/all/disable_ipv6", "1");
            writeSysctl("ipv6/conf/default/disable_ipv6", "1");
            writeSysctl("ipv4/tcp_no_metrics_save", "1");
            try (Netlink netlink = Netlink.open()) {
              netlink.setUp("lo");
            }
            return made;
          } catch (Throwable e) {
            made.close();
            throw e;
          }
        });
  }

  /** The calling thread's own. */
  public static Namespace current() {
    return new Namespace(
        Errno.check(LibC.open(OWN, LibC.O_RDONLY | LibC.O_CLOEXEC), "open " + OWN));
  }

  /** The one that a path names, {@code /proc/PID/fd/N}. */
  public static Namespace at(String path) {
    return new Namespace(
        Errno.check(LibC.open(path, LibC.O_RDONLY | LibC.O_CLOEXEC), "open " + path));
  }

  /** A path by which another process of the same user can open it with {@link #at}. */
  public String path() {
    return "/proc/" + ProcessHandle.current().pid() + "/fd/" + fd;
  }

  /**
   * Moves the calling thread into this namespace until the result is closed by the same thread.
   *
   * @throws IllegalStateException on a virtual thread: its carrier would be moved instead
   */
  public synchronized Visit enter() {
    if (isVirtual(Thread.currentThread())) {
      throw new IllegalStateException(
          "a virtual thread cannot enter a network namespace: its carrier would stay there");
    }
    if (closed) {
      throw new IllegalStateException("the link is closed");
    }
    Namespace before = current();
    try {
      join();
    } catch (KernelException e) {
      before.close();
      throw e;
    }
    return new Visit(before, Thread.currentThread());
  }

  /** Moves the calling thread here for good. */
  public void join() {
    Errno.check(LibC.setns(fd, LibC.CLONE_NEWNET), "setns");
  }

  int descriptor() {
    return fd;
  }

  /** Runs something inside, on a thread of its own, and waits for it. */
  public <T> T call(Callable<T> inside) {
    return onOwnThread(
        () -> {
          join();
          return inside.call();
        });
  }

  /** Gives up this object's hold. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      LibC.close(fd);
    }
  }

  /** Which namespace the calling thread is in; equal text means the same one. */
  public static String ownIdentity() throws IOException {
    return Files.readSymbolicLink(Path.of(OWN)).toString();
  }

  /**
   * Brings the loopback interface of the process's own namespace up, where a user namespace of its
   * own came with a network namespace, in which it is down. JMH talks to its forks over it. Nothing
   * of the host's can be meant: the kernel would not allow it from there.
   */
  public static void bringOwnLoopbackUp() {
    if (!inUserNamespace()) {
      return;
    }
    try (Netlink netlink = Netlink.open()) {
      netlink.setUp("lo");
    } catch (KernelException e) {
      if (e.errno() != Errno.EPERM) {
        throw e;
      }
      // Not ours: then it is the host's, and up.
    }
  }

  /** Whether this process is in another user namespace than the machine's first. */
  public static boolean inUserNamespace() {
    try {
      List<String> map = Files.readAllLines(Path.of("/proc/self/uid_map"));
      return !map.stream().allMatch(line -> line.strip().matches("0\\s+0\\s+4294967295"));
    } catch (IOException e) {
      return false; // No Linux, or one without user namespaces.
    }
  }

  /** Sets {@code /proc/sys/net/NAME} of the calling thread's namespace, where the kernel has it. */
  public static void writeSysctl(String name, String value) throws IOException {
    Path path = Path.of("/proc/sys/net", name);
    if (!Files.exists(path)) {
      return;
    }
    try (FileOutputStream out = new FileOutputStream(path.toFile())) {
      out.write(value.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static <T> T onOwnThread(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "namespace");
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          T result = task.get();
          thread.join(); // Its task ends before it does; while it lives, so does its namespace.
          return result;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException) {
            throw (RuntimeException) e.getCause();
          }
          throw new IllegalStateException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  // By name: the baseline has no Thread.isVirtual.
  private static boolean isVirtual(Thread thread) {
    for (Class<?> c = thread.getClass(); c != null; c = c.getSuperclass()) {
      if (c.getName().equals("java.lang.BaseVirtualThread")) {
        return true;
      }
    }
    return false;
  }

  /** A thread's stay; closing it takes the thread back to where it was. */
  public static final class Visit implements AutoCloseable {
    private final Namespace before;
    private final Thread visitor;
    private boolean over;

    private Visit(Namespace before, Thread visitor) {
      this.before = before;
      this.visitor = visitor;
    }

    /**
     * Takes the thread back to where it was; where the kernel does not allow that (java was started
     * in a user namespace, but in the network namespace of the one above), to an empty namespace.
     *
     * @throws IllegalStateException on another thread than the one that entered
     */
    @Override
    public void close() {
      if (Thread.currentThread() != visitor) {
        throw new IllegalStateException(
            "thread " + visitor.getName() + " entered the namespace and must leave it itself");
      }
      if (!over) {
        over = true;
        try {
          before.join();
        } catch (KernelException e) {
          if (e.errno() != Errno.EPERM) {
            throw e;
          }
          // That one is of a user namespace above ours: whoever has left it cannot come back. An
          // empty one, rather than the link's, which the thread would keep alive.
          Errno.check(LibC.unshare(LibC.CLONE_NEWNET), "unshare(CLONE_NEWNET)");
        } finally {
          before.close();
        }
      }
    }
  }
}
