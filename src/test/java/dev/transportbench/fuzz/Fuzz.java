package dev.transportbench.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Feeds a parser with valid inputs that were changed at random, and with random bytes. Blind: it
 * does not see which branches an input reached. Fails on any exception that isn't the parser's own
 * way to refuse, on an input that takes longer than {@value #HANG_SECONDS} s, and on one that
 * allocates more than {@value #MAX_ALLOCATED_BYTES} bytes.
 */
final class Fuzz {
  private static final int HANG_SECONDS = 10;
  private static final int THREADS = 2;
  private static final long MAX_ALLOCATED_BYTES = 32L << 20;
  private static final int MAX_INPUT_BYTES = 4096;
  private static final int MAX_CHANGES = 6;
  private static final byte[] TELLING = {0, 1, 0x3f, 0x40, 0x7f, (byte) 0x80, (byte) 0xc0, -1};

  private final String name;
  private final List<byte[]> seeds;
  private final Set<Class<? extends Throwable>> refusals;
  private final FuzzCases.Parser parser;
  private final long seed;
  // Of seed i or one before it, in 1/Integer.MAX_VALUE: each is taken so often that all bring the
  // same number of bytes, or inputs would be as long as the longest mostly.
  private final int[] shares;

  Fuzz(
      String name,
      List<byte[]> seeds,
      Set<Class<? extends Throwable>> refusals,
      FuzzCases.Parser parser,
      long seed) {
    this.name = name;
    this.seeds = seeds;
    this.refusals = refusals;
    this.parser = parser;
    this.seed = seed;
    shares = shares(seeds);
  }

  private static int[] shares(List<byte[]> seeds) {
    double[] upTo = new double[seeds.size()];
    double sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += 1.0 / (seeds.get(i).length + 1);
      upTo[i] = sum;
    }
    int[] shares = new int[upTo.length];
    for (int i = 0; i < upTo.length; i++) {
      shares[i] = (int) (upTo[i] / sum * Integer.MAX_VALUE);
    }
    return shares;
  }

  /**
   * Runs until {@code inputs} are through or the time is over, on {@value #THREADS} threads.
   *
   * @return how many were through
   */
  long run(long inputs, long millis) throws InterruptedException {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      long share = inputs / THREADS + (i < inputs % THREADS ? 1 : 0);
      workers.add(new Worker(new SplittableRandom(seed + i), share, millis));
    }
    workers.forEach(Thread::start);
    try {
      for (Worker worker : workers) {
        worker.await();
      }
    } finally {
      workers.forEach(worker -> worker.stopped = true);
    }
    return workers.stream().mapToLong(worker -> worker.done).sum();
  }

  private final class Worker extends Thread {
    private final SplittableRandom random;
    private final long inputs;
    private final long millis;
    private volatile byte[] current = {};
    private volatile long done;
    private volatile Throwable failure;
    private volatile boolean stopped;

    Worker(SplittableRandom random, long inputs, long millis) {
      super("fuzz " + name);
      this.random = random;
      this.inputs = inputs;
      this.millis = millis;
      setDaemon(true);
    }

    void await() throws InterruptedException {
      long seen = -1;
      while (isAlive()) {
        join(TimeUnit.SECONDS.toMillis(HANG_SECONDS));
        if (isAlive() && done == seen) {
          throw new AssertionError(
              "%s: longer than %d s: %s".formatted(name, HANG_SECONDS, shown(current)));
        }
        seen = done;
      }
      if (failure != null) {
        throw new AssertionError("%s, input %d: %s".formatted(name, done, shown(current)), failure);
      }
    }

    @Override
    public void run() {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long start = System.nanoTime();
      try {
        while (!stopped && done < inputs && System.nanoTime() - start < millis * 1_000_000) {
          current = next(random);
          long before = threads.getThreadAllocatedBytes(getId());
          parse(current, random);
          long allocated = threads.getThreadAllocatedBytes(getId()) - before;
          if (allocated > MAX_ALLOCATED_BYTES) {
            throw new AssertionError(allocated + " bytes allocated");
          }
          done++;
        }
      } catch (Throwable e) {
        failure = e;
      }
    }
  }

  private void parse(byte[] input, SplittableRandom random) throws Exception {
    try {
      parser.parse(input, random);
    } catch (Exception e) {
      if (refusals.stream().noneMatch(refusal -> refusal.isInstance(e))) {
        throw e;
      }
    }
  }

  private byte[] next(SplittableRandom random) {
    if (random.nextInt(20) == 0) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      return bytes;
    }
    byte[] input = seed(random).clone();
    for (int changes = random.nextInt(MAX_CHANGES + 1); changes > 0; changes--) {
      input = change(input, random);
    }
    return input;
  }

  private byte[] seed(SplittableRandom random) {
    int drawn = random.nextInt(Integer.MAX_VALUE);
    int i = 0;
    while (i < shares.length - 1 && shares[i] <= drawn) {
      i++;
    }
    return seeds.get(i);
  }

  private byte[] change(byte[] input, SplittableRandom random) {
    if (input.length == 0) {
      return new byte[] {telling(random)};
    }
    int at = random.nextInt(input.length);
    int length = 1 + random.nextInt(Math.min(16, input.length - at));
    switch (random.nextInt(7)) {
      case 0:
        input[at] ^= (byte) (1 << random.nextInt(8));
        return input;
      case 1:
        input[at] = telling(random);
        return input;
      case 2:
        input[at] = (byte) random.nextInt();
        return input;
      case 3:
        return Arrays.copyOf(input, at);
      case 4:
        return joined(input, at, new byte[0], at + length);
      case 5:
        return joined(input, at, Arrays.copyOfRange(input, at, at + length), at);
      default:
        byte[] other = seed(random);
        int from = random.nextInt(other.length + 1);
        int to = Math.min(other.length, from + random.nextInt(32));
        return joined(input, at, Arrays.copyOfRange(other, from, to), at);
    }
  }

  private static byte telling(SplittableRandom random) {
    return TELLING[random.nextInt(TELLING.length)];
  }

  /** The first {@code head} bytes, {@code middle}, and what is from {@code tail} on. */
  private static byte[] joined(byte[] input, int head, byte[] middle, int tail) {
    byte[] out = new byte[head + middle.length + input.length - tail];
    System.arraycopy(input, 0, out, 0, head);
    System.arraycopy(middle, 0, out, head, middle.length);
    System.arraycopy(input, tail, out, head + middle.length, input.length - tail);
    return out.length <= MAX_INPUT_BYTES ? out : Arrays.copyOf(out, MAX_INPUT_BYTES);
  }

  private static String shown(byte[] input) {
    return HexFormat.of().formatHex(input, 0, Math.min(input.length, 2000));
  }
}
