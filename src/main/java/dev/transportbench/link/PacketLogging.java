package dev.transportbench.link;

import java.io.IOException;
import java.nio.file.Path;

/** Has a link write down single packets, and what it does to them. */
public interface PacketLogging {
  /**
   * From now on, the last so many events of an impairment are remembered.
   *
   * @param most 0: none any more; one takes {@value PacketLog#RECORD_BYTES} bytes
   */
  void remember(int most) throws IOException;

  /** Writes what is remembered, in {@link PacketLog}'s format. */
  void save(Path file) throws IOException;

  /**
   * From now on every packet that enters the link is written into a pcapng file, with a comment
   * where the link loses, copies or corrupts it; those of the link's own probe are not. Bounded:
   * see {@link Captured#missed}.
   */
  void capture(Path file) throws IOException;

  /** Ends what {@link #capture} began; the file is whole when this returns. */
  Captured endCapture() throws IOException;

  /**
   * How many packets are in the file, and how many are not because they came faster than they could
   * be written or the file had reached its limit.
   */
  record Captured(long packets, long missed) {}
}
