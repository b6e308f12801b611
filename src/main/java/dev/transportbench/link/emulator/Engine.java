package dev.transportbench.link.emulator;

import dev.transportbench.link.Direction;
import dev.transportbench.link.Impairment;
import dev.transportbench.link.Semantics;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  private final PacketPort client;
  private final PacketPort server;
  private final Lane up;
  private final Lane down;
  private final AtomicReference<FutureTask<?>> asked = new AtomicReference<>();
  private int logCapacity;
  private EventLog log;
  private Capture capture;
  private boolean stopped;

  private final WakeUpLead lead;
  private long dueNanos;
  private long timerNanos;
  private long awakeSinceNanos;
  private boolean asleepUntilTimer;
  private boolean awake;

  /**
   * @param lead how long before a packet is due to be awake
   * @param store where packets wait; the caller closes it, and the descriptors
   */
  Engine(int clientFd, int serverFd, PacketStore store, WakeUpLead lead) {
    this.store = store;
    this.lead = lead;
    client = new PacketPort(clientFd);
    server = new PacketPort(serverFd);
    up = new Lane(Direction.UP, store);
    down = new Lane(Direction.DOWN, store);
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
    int ready = poller.await(awake ? 0 : timeoutMillis);
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
          noteWakeUp();
      }
    }
    releaseDue(up);
    releaseDue(down);
    planWakeUp();
  }

  private void noteWakeUp() {
    if (asleepUntilTimer) {
      asleepUntilTimer = false;
      long now = System.nanoTime();
      lead.woke(now - timerNanos);
      beAwake(now);
    }
  }

  private void beAwake(long now) {
    awake = true;
    awakeSinceNanos = now;
  }

  /** What is later than the packet was due is no waiting. */
  private void endAwake(long now) {
    if (awake) {
      awake = false;
      lead.waited(Math.max(0, Math.min(now, dueNanos) - awakeSinceNanos));
    }
  }

  /** Sets the timer for the next packet, or has the following turns look without waiting. */
  private void planWakeUp() {
    long next = nextNanos();
    if (next == dueNanos) {
      // Still the same: the timer is set for it, or it is waited for awake.
      return;
    }
    if (next == 0) {
      if (awake) {
        endAwake(System.nanoTime());
      }
      asleepUntilTimer = false;
      poller.setTimer(0);
    } else {
      long now = System.nanoTime();
      endAwake(now);
      timerNanos = next - lead.nanos(now);
      asleepUntilTimer = timerNanos - now > 0;
      if (asleepUntilTimer) {
        poller.setTimer(timerNanos);
      } else {
        beAwake(now);
      }
    }
    dueNanos = next;
  }

  /** When the next packet is due; 0 when none is under way. */
  private long nextNanos() {
    if (up.isIdle()) {
      return down.isIdle() ? 0 : down.nextNanos();
    }
    return down.isIdle() ? up.nextNanos() : Math.min(up.nextNanos(), down.nextNanos());
  }

  private void readBatch(Lane lane) {
    for (int i = 0; i < READ_BATCH; i++) {
      int slot = store.take();
      boolean full = slot == PacketStore.NO_SLOT;
      long address = full ? store.scratchAddress() : store.address(slot);
      int bytes = read(lane, address);
      if (bytes == 0) {
        if (!full) {
          store.giveBack(slot);
        }
        return;
      }
      if (capture != null) {
        // A full store's scratch room is the slot behind its last.
        capture.begin(lane.direction, store, full ? store.slots() : slot, bytes);
      }
      if (full) {
        lane.counters().arrive(bytes);
        lane.counters().overflowed++;
        if (capture != null) {
          capture.noteNoRoom();
        }
      } else {
        store.setPacketBytes(slot, bytes);
        arrive(lane, slot);
      }
      if (capture != null) {
        capture.end();
      }
    }
  }

  private int read(Lane lane, long address) {
    try {
      return (lane == up ? client : server).read(address, store.slotBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("read a packet, direction " + lane.direction, e);
    }
  }

  private void arrive(Lane lane, int slot) {
    if (!lane.isImpaired()) {
      lane.counters().arrive(store.packetBytes(slot));
      deliver(lane, slot);
      return;
    }
    long now = System.nanoTime();
    lane.arrive(slot, now);
    // What has no delay goes out at once.
    for (int due = lane.release(now); due != PacketStore.NO_SLOT; due = lane.release(now)) {
      deliver(lane, due);
    }
  }

  private void releaseDue(Lane lane) {
    for (int i = 0; i < RELEASE_BATCH && !lane.isIdle(); i++) {
      int slot = lane.release(System.nanoTime());
      if (slot == PacketStore.NO_SLOT) {
        return;
      }
      deliver(lane, slot);
    }
  }

  private void deliver(Lane lane, int slot) {
    if (!Headers.hasIpVersion(store, slot)) {
      // Corrupted where the device looks: lost, as it would be on a wire.
      lane.counters().dropped++;
    } else if ((lane == up ? server : client).write(store.address(slot), store.packetBytes(slot))) {
      lane.counters().delivered++;
    } else {
      lane.counters().refused++;
    }
    store.giveBack(slot);
  }

  /** Switches impairments on, from the next packet read. From any other thread while it runs. */
  void impair(Impairment upAsked, Impairment downAsked, Semantics semantics, long seed) {
    ask(
        () -> {
          impairHere(upAsked, downAsked, semantics, seed);
          return null;
        });
  }

  /** As {@link #impair}, on the engine's own thread. */
  void impairHere(Impairment upAsked, Impairment downAsked, Semantics semantics, long seed) {
    long now = System.nanoTime();
    up.impair(upAsked, semantics, seed, now);
    down.impair(downAsked, semantics, seed, now);
    startLog();
    if (capture != null) {
      capture.impaired();
    }
  }

  /** Writes down what happens to packets, afresh from each impairment on. */
  void log(int events) {
    ask(
        () -> {
          logCapacity = events;
          startLog();
          return null;
        });
  }

  private void startLog() {
    log = logCapacity == 0 ? null : new EventLog(logCapacity, System.nanoTime());
    up.logTo(log);
    down.logTo(log);
  }

  /** Has every packet written down from now on; null: none any more. */
  void capture(Capture packets) {
    ask(
        () -> {
          capture = packets;
          up.captureTo(packets);
          down.captureTo(packets);
          return null;
        });
  }

  /** Lets packets go by the capture, or no longer. */
  void pauseCapture(boolean paused) {
    ask(
        () -> {
          if (capture != null) {
            capture.pause(paused);
          }
          return null;
        });
  }

  /** What was written down so far. From any other thread while it runs. */
  byte[] logged() {
    return ask(() -> log == null ? new byte[0] : log.toBytes());
  }

  /** What was done so far, {@code up} first. From any other thread while it runs. */
  List<LaneFigures> figures() {
    return ask(
        () -> {
          if (capture != null) {
            capture.figuresRead(Direction.UP, up.counters().packets());
            capture.figuresRead(Direction.DOWN, down.counters().packets());
          }
          return figuresHere();
        });
  }

  /** How late wake-ups were, and what was done about it. From any other thread while it runs. */
  String wakeUpsJson() {
    return ask(lead::toJson);
  }

  /** As {@link #figures}, on the engine's own thread. */
  List<LaneFigures> figuresHere() {
    return List.of(up.figures(), down.figures());
  }

  /** Whether no packet is under way; on the engine's own thread. */
  boolean isIdle() {
    return up.isIdle() && down.isIdle();
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
