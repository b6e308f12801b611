package dev.transportbench.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a page consists of: a document, and what it refers to. The one there is lies beside this
 * class as {@code page.txt}, which says where its figures are from.
 *
 * @param resources in the order in which they are asked for; the first is the document
 */
public record PageModel(List<Resource> resources) {
  private static final String FILE = "page.txt";

  /** RFC 6928 and RFC 9002 §7.2 agree. */
  private static final int INITIAL_WINDOW_PACKETS = 10;

  /** What a packet of a 1,500-byte link carries at most, of a TCP that adds no option. */
  private static final int MOST_PACKET_BYTES = 1460;

  /**
   * @param kind {@code html}, {@code css}, {@code script}, {@code font} or {@code image}
   * @param bytes of its content
   */
  public record Resource(String kind, int bytes) {}

  /** The published one. */
  public static PageModel published() {
    try (InputStream in = PageModel.class.getResourceAsStream(FILE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return new PageModel(
          lines
              .lines()
              .filter(line -> !line.startsWith("#") && !line.isBlank())
              .map(line -> line.split(" "))
              .map(words -> new Resource(words[0], Integer.parseInt(words[1])))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of all resources together. */
  public long bytes() {
    return resources.stream().mapToLong(Resource::bytes).sum();
  }

  /** As many resources, none longer than this. */
  public PageModel atMost(int bytes) {
    return new PageModel(
        resources.stream()
            .map(each -> new Resource(each.kind(), Math.min(bytes, each.bytes())))
            .toList());
  }

  /**
   * The least round trips from the document's first byte to the page's last, when nothing is lost
   * and the link has no rate: every round the windows double (RFC 5681 §3.1), from ten packets a
   * connection; what the document refers to is asked for when the whole of it is there; and a
   * connection that carries one request at a time spends a round trip on each.
   *
   * @param connections open before the document is asked for
   * @param multiplexed whether one carries several requests at a time
   */
  public int leastRoundTripsAfterFirstByte(int connections, boolean multiplexed) {
    int documentPackets = packets(resources.get(0).bytes());
    int document = rounds(documentPackets, INITIAL_WINDOW_PACKETS);
    // Each packet of the document that is acknowledged widened its connection's window by one.
    int others =
        rounds(
            packets(bytes() - resources.get(0).bytes()),
            connections * INITIAL_WINDOW_PACKETS + documentPackets);
    int inTurn = multiplexed ? 1 : (resources.size() - 2) / connections + 1;
    return document - 1 + Math.max(others, inTurn);
  }

  private static int packets(long bytes) {
    return (int) ((bytes + MOST_PACKET_BYTES - 1) / MOST_PACKET_BYTES);
  }

  private static int rounds(int packets, int firstWindow) {
    int rounds = 0;
    int window = firstWindow;
    for (int sent = 0; sent < packets; sent += window, window *= 2) {
      rounds++;
    }
    return rounds;
  }
}
