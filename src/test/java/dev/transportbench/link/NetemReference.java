package dev.transportbench.link;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * What the real sch_netem of Linux 6.1 did, recorded on a virtual clock.
 *
 * @param sentNanos when packet i was sent
 * @param copies how many of packet i arrived
 * @param order numbers in the order of arrival
 * @param delayMillis of those, in the same order
 */
public record NetemReference(long[] sentNanos, double[] copies, int[] order, double[] delayMillis) {

  /** {@code rx_order,seq,tx_us,delay_us,corrupt}. */
  public static NetemReference recording(String name) throws IOException {
    TreeMap<Integer, Long> sent = new TreeMap<>();
    TreeMap<Integer, Integer> order = new TreeMap<>();
    TreeMap<Integer, Double> delays = new TreeMap<>();
    for (String line : lines(name + ".csv.gz")) {
      String[] cells = line.split(",", -1);
      if (cells[0].equals("rx_order")) {
        continue;
      }
      int number = Integer.parseInt(cells[1]);
      sent.put(number, Long.parseLong(cells[2]) * 1000);
      if (!cells[0].isEmpty()) {
        order.put(Integer.parseInt(cells[0]), number);
        delays.put(Integer.parseInt(cells[0]), Double.parseDouble(cells[3]) / 1000);
      }
    }
    double[] copies = new double[sent.size()];
    order.values().forEach(number -> copies[number]++);
    return new NetemReference(
        sent.values().stream().mapToLong(Long::longValue).toArray(),
        copies,
        order.values().stream().mapToInt(Integer::intValue).toArray(),
        delays.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** One digit a packet: how many copies arrived; 1 where one was lost. */
  public static double[] losses(String name) throws IOException {
    return String.join("", lines(name + ".txt.gz"))
        .chars()
        .filter(Character::isDigit)
        .mapToDouble(c -> c == '0' ? 1 : 0)
        .toArray();
  }

  /** 1 where packet i was lost. */
  public double[] losses() {
    return Arrays.stream(copies).map(n -> n == 0 ? 1 : 0).toArray();
  }

  /** 1 where the i-th arrival was overtaken by a later packet. */
  public static double[] overtaken(int[] order) {
    double[] overtaken = new double[order.length];
    int highest = -1;
    for (int i = 0; i < order.length; i++) {
      overtaken[i] = order[i] < highest ? 1 : 0;
      highest = Math.max(highest, order[i]);
    }
    return overtaken;
  }

  private static List<String> lines(String file) throws IOException {
    try (InputStream in = NetemReference.class.getResourceAsStream("/netem-reference/" + file);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(in), StandardCharsets.US_ASCII))) {
      return new ArrayList<>(reader.lines().toList());
    }
  }
}
