package dev.transportbench.link;

import java.io.IOException;
import java.nio.file.Path;

/** Has a link write down what it does to single packets. */
public interface PacketLogging {
  /**
   * From now on, the last so many events of an impairment are remembered.
   *
   * @param most 0: none any more; one takes {@value PacketLog#RECORD_BYTES} bytes
   */
  void remember(int most) throws IOException;

  /** Writes what is remembered, in {@link PacketLog}'s format. */
  void save(Path file) throws IOException;
}
