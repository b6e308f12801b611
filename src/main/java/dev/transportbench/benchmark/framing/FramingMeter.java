package dev.transportbench.benchmark.framing;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.IterationRecord;
import dev.transportbench.ledger.Reading;
import dev.transportbench.profiler.ProcessUsage;
import dev.transportbench.profiler.ThreadKind;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;

/**
 * Does one codec's work in one direction, and counts what it costs. What must be made before each
 * message is made in batches, whose time and garbage are taken off.
 */
public final class FramingMeter implements AutoCloseable {
  private static final int BATCH = 64;

  /** The parameter {@code direction}. */
  private enum Direction {
    ENCODE,
    DECODE
  }

  private final FrameCodec codec;
  private final Direction direction;
  private final int wireBytes;
  private final Queue<ByteBuf> made = new ArrayDeque<>(BATCH);
  private ProcessUsage atStart;
  private long startNanos;
  private long madeNanos;
  private long madeBytes;
  private long messages;

  /**
   * @throws BadInputException when codec or direction are unknown, or the payload out of range
   */
  public FramingMeter(String codec, int payloadBytes, String direction) {
    this.direction = direction(direction);
    this.codec = FrameCodecs.named(codec, payloadBytes);
    ByteBuf wire = this.codec.nextWire();
    wireBytes = wire.readableBytes();
    int found = this.codec.decode(wire);
    if (found != this.codec.contentBytes()) {
      throw new IllegalStateException(
          "%s: %d B came back of %d".formatted(codec, found, this.codec.contentBytes()));
    }
  }

  private static Direction direction(String name) {
    for (Direction direction : Direction.values()) {
      if (direction.name().equalsIgnoreCase(name)) {
        return direction;
      }
    }
    throw new BadInputException(
        "direction: '%s' is unknown; allowed: encode, decode".formatted(name));
  }

  /** One message. Returns what must not be optimised away. */
  public int message() {
    messages++;
    if (direction == Direction.DECODE) {
      return codec.decode(codec.wireIsMadeAnew() ? nextMade() : codec.nextWire());
    }
    ByteBuf wire = codec.encode();
    int bytes = wire.readableBytes();
    wire.release();
    return bytes;
  }

  private ByteBuf nextMade() {
    if (made.isEmpty()) {
      long allocatedBefore = ProcessUsage.ownAllocatedBytes();
      long before = System.nanoTime();
      for (int i = 0; i < BATCH; i++) {
        made.add(codec.nextWire());
      }
      madeNanos += System.nanoTime() - before;
      madeBytes += ProcessUsage.ownAllocatedBytes() - allocatedBefore;
    }
    return made.poll();
  }

  /** Starts a window. */
  public void begin() {
    messages = 0;
    madeNanos = 0;
    madeBytes = 0;
    atStart = ProcessUsage.atStart();
    startNanos = System.nanoTime();
  }

  /** Ends the window. */
  public IterationRecord end() {
    long nanos = System.nanoTime() - startNanos;
    ProcessUsage.Window used = ProcessUsage.atEnd().sinceByClient(atStart);
    long allocated = used.allocatedBytesByKind().get(ThreadKind.CLIENT) - madeBytes;
    Map<FigureName, Reading> readings = new EnumMap<>(FigureName.class);
    readings.put(FigureName.FRAMING_TIME, perMessage(nanos - madeNanos));
    readings.put(FigureName.FRAMING_ALLOC, perMessage(allocated));
    readings.put(FigureName.FRAMING_WIRE_BYTES, Reading.of(wireBytes));
    readings.put(FigureName.FRAMING_OVERHEAD, Reading.of(wireBytes - codec.contentBytes()));
    return new IterationRecord(nanos / 1e9, readings, Map.of());
  }

  private Reading perMessage(double total) {
    return messages == 0
        ? Reading.notAvailable("no message was handled")
        : Reading.of(total / messages);
  }

  @Override
  public void close() {
    made.forEach(ByteBuf::release);
    codec.close();
  }
}
