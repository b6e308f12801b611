package dev.transportbench.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.transportbench.link.linux.Namespace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * iproute2's {@code tc} inside a namespace. Costs some milliseconds a call.
 *
 * <p>It enters by {@code nsenter}: were it a child of a thread that lives there, then the JVM's
 * thread that waits for children might be born there too, and keep the namespace for a minute.
 */
final class Tc {
  private static final String BACKEND = "backend 'netem': ";

  private final Namespace namespace;

  Tc(Namespace namespace) {
    this.namespace = namespace;
  }

  /** What is missing for it, and how to get it; empty when nothing is. */
  static Optional<String> missing() {
    if (find("tc").isEmpty()) {
      return Optional.of(BACKEND + "no tc; get it: the package iproute2");
    }
    return find("nsenter").isEmpty()
        ? Optional.of(BACKEND + "no nsenter; get it: the package util-linux")
        : Optional.empty();
  }

  /**
   * Runs commands, each without the word {@code tc}, up to the first that fails.
   *
   * @throws LinkUnavailableException with tc's own line when one fails
   */
  void run(List<String> commands) {
    call(String.join("\n", commands) + "\n", "-batch", "-");
  }

  /** Every queueing discipline of every device there, with its settings and counters. */
  List<Discipline> disciplines() {
    return Discipline.ofJson(call("", "-s", "-j", "qdisc", "show"));
  }

  private String call(String input, String... arguments) {
    Optional<String> missing = missing();
    if (missing.isPresent()) {
      throw new LinkUnavailableException(missing.get());
    }
    List<String> command = new ArrayList<>();
    command.add(find("nsenter").orElseThrow());
    command.add("--net=" + namespace.path());
    command.add(find("tc").orElseThrow());
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.US_ASCII));
      }
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int status = process.waitFor();
      if (status != 0) {
        throw new LinkUnavailableException(
            BACKEND + "tc refused: " + output.replaceAll("\\s+", " "));
      }
      return output;
    } catch (IOException e) {
      throw new LinkUnavailableException(BACKEND + "tc cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LinkUnavailableException(BACKEND + "interrupted while tc ran", e);
    }
  }

  // A user's PATH may lack the folders of root's programs.
  private static Optional<String> find(String program) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin:/usr/bin:/bin";
    return Stream.of(path.split(":"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /**
   * A queueing discipline as tc shows it.
   *
   * @param major its number
   * @param packets that left it
   * @param bytes of those, with the link layer's header
   * @param drops packets that it dropped, by chance or because it was full
   * @param waiting packets in it
   */
  record Discipline(
      String device,
      String kind,
      int major,
      JsonNode options,
      long packets,
      long bytes,
      long drops,
      long waiting) {

    static List<Discipline> ofJson(String json) {
      try {
        List<Discipline> all = new ArrayList<>();
        for (JsonNode one : new ObjectMapper().readTree(json)) {
          all.add(
              new Discipline(
                  one.path("dev").asText(),
                  one.path("kind").asText(),
                  Integer.parseInt("0" + one.path("handle").asText().split(":")[0], 16),
                  one.path("options"),
                  one.path("packets").asLong(),
                  one.path("bytes").asLong(),
                  one.path("drops").asLong(),
                  one.path("qlen").asLong()));
        }
        return all;
      } catch (IOException e) {
        throw new UncheckedIOException("tc's answer is not JSON: " + json, e);
      }
    }

    /** The same with the counts since an earlier reading; what waits may have become fewer. */
    Discipline since(Discipline earlier) {
      return new Discipline(
          device,
          kind,
          major,
          options,
          packets - earlier.packets,
          bytes - earlier.bytes,
          drops - earlier.drops,
          waiting - earlier.waiting);
    }
  }
}
