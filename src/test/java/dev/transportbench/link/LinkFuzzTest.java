package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import dev.transportbench.fuzz.FuzzCases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

class LinkFuzzTest extends FuzzCases {
  private static final int PACKET_LOG_RECORD_BYTES = 40;

  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case(
            "netem's words",
            texts(
                "netem:delay 15ms 2.5ms 25% distribution normal loss 0.5% 25% ecn",
                "netem-up:loss gemodel 1% 10% 70% 0.1% rate 10mbit 14 48 9 limit 1000",
                "netem-down:loss state 1% 90% 0% 0% 0% reorder 25% 50% gap 5 delay 10ms",
                "netem:slot 800us 1ms packets 32 bytes 65536 corrupt 1% duplicate 1%"),
            Set.of(BadInputException.class),
            (input, random) -> words(new String(input, StandardCharsets.UTF_8))),
        new Case(
            "profile",
            Stream.concat(
                    profiles().stream(),
                    texts(
                        "description: d\nsource: s\nup: {owd: 15ms}\n",
                        "description: d\nsource: s\ndown: {loss: 1%}\n",
                        "description: d\nsource: s\nboth: {rate: 10Mbit}\n")
                        .stream())
                .toList(),
            Set.of(BadInputException.class),
            (input, random) ->
                ProfileReader.read(
                    "fuzz",
                    "fuzz.yaml",
                    new String(input, StandardCharsets.UTF_8),
                    LinkProfiles::parent)),
        new Case(
            "packet log",
            List.of(packetLog(0), packetLog(3)),
            Set.of(BadInputException.class),
            (input, random) -> PacketLog.parse(Path.of("fuzz.log"), ByteBuffer.wrap(input))),
        new Case(
            "delay table",
            texts("# a table\n-8192 0 8192\n 1 2 3\n"),
            Set.of(BadInputException.class),
            (input, random) ->
                DelayTable.parse("fuzz.dist", new String(input, StandardCharsets.UTF_8))),
        new Case(
            "rate trace",
            texts("0\n1\n1\n5\n1000\n"),
            Set.of(BadInputException.class),
            (input, random) ->
                RateTrace.parse("fuzz.trace", new String(input, StandardCharsets.UTF_8))));
  }

  private static void words(String text) {
    if (NetemWords.areThey(text)) {
      NetemWords.profile(text);
    }
  }

  private static List<byte[]> profiles() {
    try (Stream<Path> files = Files.list(Path.of("profiles/link"))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(LinkFuzzTest::bytes)
          .map(FuzzCases::withoutComments)
          // Others lie beside the file that names them.
          .filter(text -> !new String(text, StandardCharsets.UTF_8).contains("trace:"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] packetLog(int records) {
    return ByteBuffer.allocate(
            PacketLog.MAGIC.length + 2 * Long.BYTES + records * PACKET_LOG_RECORD_BYTES)
        .put(PacketLog.MAGIC)
        .putLong(1)
        .putLong(records)
        .array();
  }
}
