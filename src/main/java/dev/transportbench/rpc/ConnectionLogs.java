package dev.transportbench.rpc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where connections write what makes them readable afterwards: their keys, and QUIC's events. Off
 * until it is switched on, for the whole process, as browsers do it by SSLKEYLOGFILE; a transport
 * that makes TLS settings asks while it makes them. For any thread.
 */
public final class ConnectionLogs {
  private static volatile Consumer<String> keys;
  private static volatile Path qlogFolder;

  private ConnectionLogs() {}

  /**
   * Has the secrets of all TLS and QUIC connections written into a file, which is written anew.
   * Only for settings that are made from now on.
   */
  public static void logKeys(Path file) throws IOException {
    FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    keys = line -> append(out, line);
  }

  private static synchronized void append(FileChannel out, String line) {
    try {
      out.write(ByteBuffer.wrap((line.strip() + "\n").getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the events of all QUIC connections written as qlog, one file each, by end. */
  public static void logQuicEvents(Path folder) throws IOException {
    for (Role role : Role.values()) {
      Files.createDirectories(ofRole(folder, role));
    }
    qlogFolder = folder;
  }

  /**
   * Takes a line of an NSS key log ({@code LABEL CLIENT_RANDOM SECRET}, draft-ietf-tls-keylogfile).
   * Both ends have the same secrets: the client's are enough. Empty when nobody wants them.
   */
  public static Optional<Consumer<String>> keys() {
    return Optional.ofNullable(keys);
  }

  /** The folder for an end's qlog files, one a connection; empty when nobody wants them. */
  public static Optional<Path> qlogFolder(Role role) {
    Path folder = qlogFolder;
    return folder == null ? Optional.empty() : Optional.of(ofRole(folder, role));
  }

  private static Path ofRole(Path folder, Role role) {
    return folder.resolve(role.threadPrefix().replace("-", ""));
  }
}
