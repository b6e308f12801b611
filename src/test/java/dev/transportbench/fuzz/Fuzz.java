package dev.transportbench.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
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
  private static final long MAX_ALLOCATED_BYTES = 32L << 20;
  private static final int MAX_INPUT_BYTES = 4096;
  private static final int MAX_CHANGES = 6;
  private static final byte[] TELLING = {0, 1, 0x3f, 0x40, 0x7f, (byte) 0x80, (byte) 0xc0, -1};

  private final String name;
  private final List<byte[]> seeds;
  private final Set<Class<? extends Throwable>> refusals;
  private final FuzzCases.Parser parser;
  private final SplittableRandom random;
  private volatile byte[] current = {};
  private volatile long done;
  private volatile Throwable failure;

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
    random = new SplittableRandom(seed);
  }

  /** Runs until {@code inputs} are through or the time is over. */
  long run(long inputs, long millis) throws InterruptedException {
    Thread worker = new Thread(() -> work(inputs, millis), "fuzz " + name);
    worker.setDaemon(true);
    worker.start();
    long seen = -1;
    while (worker.isAlive()) {
      worker.join(TimeUnit.SECONDS.toMillis(HANG_SECONDS));
      if (worker.isAlive() && done == seen) {
        throw new AssertionError(
            "%s: longer than %d s: %s".formatted(name, HANG_SECONDS, shown(current)));
      }
      seen = done;
    }
    if (failure != null) {
      throw new AssertionError("%s, input %d: %s".formatted(name, done, shown(current)), failure);
    }
    return done;
  }

  private void work(long inputs, long millis) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long start = System.nanoTime();
    try {
      while (done < inputs && System.nanoTime() - start < millis * 1_000_000) {
        current = next();
        long before = threads.getThreadAllocatedBytes(thread);
        parse(current);
        long allocated = threads.getThreadAllocatedBytes(thread) - before;
        if (allocated > MAX_ALLOCATED_BYTES) {
          throw new AssertionError(allocated + " bytes allocated");
        }
        done++;
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  private void parse(byte[] input) throws Exception {
    try {
      parser.parse(input, random);
    } catch (Exception e) {
      if (refusals.stream().noneMatch(refusal -> refusal.isInstance(e))) {
        throw e;
      }
    }
  }

  private byte[] next() {
    if (random.nextInt(20) == 0) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      return bytes;
    }
    byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
    for (int changes = random.nextInt(MAX_CHANGES + 1); changes > 0; changes--) {
      input = change(input);
    }
    return input;
  }

  private byte[] change(byte[] input) {
    if (input.length == 0) {
      return new byte[] {telling()};
    }
    int at = random.nextInt(input.length);
    int length = 1 + random.nextInt(Math.min(16, input.length - at));
    switch (random.nextInt(7)) {
      case 0:
        input[at] ^= (byte) (1 << random.nextInt(8));
        return input;
      case 1:
        input[at] = telling();
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
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int from = random.nextInt(other.length + 1);
        int to = Math.min(other.length, from + random.nextInt(32));
        return joined(input, at, Arrays.copyOfRange(other, from, to), at);
    }
  }

  private byte telling() {
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
