package dev.transportbench.profiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process's resident memory. Source: proc(5), {@code /proc/self/status}.
 *
 * @param peakMebibytes since the process began
 */
public record ProcessMemory(double residentMebibytes, double peakMebibytes) {
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

  public static ProcessMemory read() {
    try {
      String status = Files.readString(Path.of("/proc/self/status"), StandardCharsets.US_ASCII);
      return new ProcessMemory(
          TaskCounters.field(status, "VmRSS") / KIBIBYTES_PER_MEBIBYTE,
          TaskCounters.field(status, "VmHWM") / KIBIBYTES_PER_MEBIBYTE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
