package dev.transportbench.link.emulator;

/**
 * The packets under way, by the time when each is due; those due at the same time in the order of
 * arrival. A binary heap of slot numbers; nothing is allocated after construction.
 */
final class ReleaseQueue {
  private final int[] heap;
  private final long[] dueNanos;
  private final long[] arrival;
  private final long[] index;
  private int size;
  private long arrivals;
  private long highestReleased = -1;
  private boolean overtaken;
  private long removedIndex;

  ReleaseQueue(int slots) {
    heap = new int[slots];
    dueNanos = new long[slots];
    arrival = new long[slots];
    index = new long[slots];
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** When the first is due; only when not empty. */
  long firstDueNanos() {
    return dueNanos[heap[0]];
  }

  void add(int slot, long due) {
    add(slot, due, arrivals);
  }

  /**
   * @param packetIndex what {@link #removedIndex} tells of it again
   */
  void add(int slot, long due, long packetIndex) {
    index[slot] = packetIndex;
    dueNanos[slot] = due;
    arrival[slot] = arrivals++;
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!before(slot, heap[parent])) {
        break;
      }
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = slot;
  }

  /** Takes the first out; only when not empty. */
  int remove() {
    int first = heap[0];
    removedIndex = index[first];
    overtaken = arrival[first] < highestReleased;
    highestReleased = Math.max(highestReleased, arrival[first]);
    int moved = heap[--size];
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (!before(heap[child], moved)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
    return first;
  }

  /** Whether the one taken out last was added before one that went out earlier. */
  boolean wasOvertaken() {
    return overtaken;
  }

  /** Of the one taken out last. */
  long removedIndex() {
    return removedIndex;
  }

  private boolean before(int a, int b) {
    long difference = dueNanos[a] - dueNanos[b];
    return difference < 0 || (difference == 0 && arrival[a] < arrival[b]);
  }
}
