package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.linux.Errno;
import dev.transportbench.link.linux.LibC;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Moves packets between two descriptors, each of which gives and takes one packet a call and never
 * blocks. Runs on one thread and allocates nothing while it moves packets.
 *
 * <p>A turn waits until something is ready, then reads and releases a bounded batch each, so that a
 * flood in one direction cannot starve the other or the clock. A packet without delay goes out at
 * once, from the slot that it was read into.
 */
final class Engine implements AutoCloseable {
  private static final int READ_BATCH = 32;
  private static final int RELEASE_BATCH = 64;
  private static final int CLIENT = Poller.FIRST_FREE;
  private static final int SERVER = Poller.FIRST_FREE + 1;

  private final Poller poller = new Poller();
  private final PacketStore store;
  private final ReleaseQueue queue;
  private final Lane up;
  private final Lane down;
  private final Lane[] laneOfSlot;
  private final AtomicReference<FutureTask<?>> asked = new AtomicReference<>();
  private boolean stopped;

  /**
   * @param store where packets wait; the caller closes it, and the descriptors
   */
  Engine(int clientFd, int serverFd, PacketStore store) {
    this.store = store;
    queue = new ReleaseQueue(store.slots());
    laneOfSlot = new Lane[store.slots()];
    up = new Lane(Direction.UP, clientFd, serverFd);
    down = new Lane(Direction.DOWN, serverFd, clientFd);
    poller.add(clientFd, CLIENT);
    poller.add(serverFd, SERVER);
  }

  /** Moves packets until {@link #stop}. */
  void run() {
    while (!stopped) {
      turn(-1);
    }
  }

  /** One turn; waits for at most {@code timeoutMillis}, without end if −1. */
  void turn(int timeoutMillis) {
    int ready = poller.await(timeoutMillis);
    for (int i = 0; i < ready; i++) {
      switch (poller.ready(i)) {
        case CLIENT:
          readBatch(up);
          break;
        case SERVER:
          readBatch(down);
          break;
        case Poller.WOKEN:
          answer();
          break;
        default:
          // The timer: what is due is released below.
      }
    }
    releaseDue();
    poller.setTimer(queue.isEmpty() ? 0 : queue.firstDueNanos());
  }

  private void readBatch(Lane lane) {
    for (int i = 0; i < READ_BATCH; i++) {
      int slot = store.take();
      boolean full = slot == PacketStore.NO_SLOT;
      long address = full ? store.scratchAddress() : store.address(slot);
      long bytes = LibC.read(lane.fromFd, address, store.slotBytes());
      if (bytes <= 0) {
        if (!full) {
          store.giveBack(slot);
        }
        if (bytes == -1 && Errno.last() != Errno.EAGAIN && Errno.last() != Errno.EINTR) {
          throw Errno.failed("read a packet, direction " + lane.direction);
        }
        return;
      }
      if (full) {
        lane.arrive((int) bytes);
        lane.countOverflow();
        continue;
      }
      store.setPacketBytes(slot, (int) bytes);
      arrive(lane, slot);
    }
  }

  private void arrive(Lane lane, int slot) {
    long number = lane.arrive(store.packetBytes(slot));
    if (lane.isImpaired()) {
      long now = System.nanoTime();
      if (lane.loses(number)) {
        store.giveBack(slot);
        return;
      }
      long delay = lane.drawDelayNanos(number);
      if (delay > 0) {
        laneOfSlot[slot] = lane;
        queue.add(slot, now + delay);
        return;
      }
    }
    deliver(lane, slot);
  }

  private void releaseDue() {
    for (int i = 0; i < RELEASE_BATCH && !queue.isEmpty(); i++) {
      long lateness = System.nanoTime() - queue.firstDueNanos();
      if (lateness < 0) {
        return;
      }
      int slot = queue.remove();
      Lane lane = laneOfSlot[slot];
      lane.countLateness(lateness);
      deliver(lane, slot);
    }
  }

  private void deliver(Lane lane, int slot) {
    int bytes = store.packetBytes(slot);
    if (LibC.write(lane.toFd, store.address(slot), bytes) == bytes) {
      lane.countDelivered();
    } else {
      lane.countRefused();
    }
    store.giveBack(slot);
  }

  /** Switches impairments on, from the next packet read. From any other thread while it runs. */
  void impair(Impairment upAsked, Impairment downAsked, long seed) {
    ask(
        () -> {
          impairHere(upAsked, downAsked, seed);
          return null;
        });
  }

  /** As {@link #impair}, on the engine's own thread. */
  void impairHere(Impairment upAsked, Impairment downAsked, long seed) {
    up.impair(upAsked, seed);
    down.impair(downAsked, seed);
  }

  /** What was done so far, {@code up} first. From any other thread while it runs. */
  List<LaneFigures> figures() {
    return ask(this::figuresHere);
  }

  /** As {@link #figures}, on the engine's own thread. */
  List<LaneFigures> figuresHere() {
    return List.of(up.figures(), down.figures());
  }

  /** Whether no packet is under way; on the engine's own thread. */
  boolean isIdle() {
    return queue.isEmpty();
  }

  /** Ends {@link #run} after the present turn. From any other thread while it runs. */
  void stop() {
    ask(
        () -> {
          stopped = true;
          return null;
        });
  }

  /** Has the engine's thread do something between two batches of packets, and waits for it. */
  private synchronized <T> T ask(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    asked.set(task);
    poller.wake();
    try {
      return task.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private void answer() {
    poller.consumeWake();
    FutureTask<?> task = asked.getAndSet(null);
    if (task != null) {
      task.run();
    }
  }

  /** Only when {@link #run} has returned. */
  @Override
  public void close() {
    poller.close();
  }
}
