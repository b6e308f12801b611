package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Impairment.JitterDistribution;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * netem's own words, as {@code tc qdisc add dev X root netem …} takes them: {@code delay 15ms 2.5ms
 * distribution normal loss 0.5%}. As there, 1,000 packets are the limit unless {@code limit} says
 * otherwise, and jitter is uniform unless {@code distribution} does. Stricter than tc: keywords in
 * full, times with their unit.
 */
final class NetemWords {
  private static final Pattern PREFIX = Pattern.compile("netem(|-up|-down):(.*)", Pattern.DOTALL);
  private static final int DEFAULT_LIMIT = 1000;
  private static final long MAX_NANOS = 60_000_000_000L;
  private static final Pattern NUMBER = Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(.*)");
  private static final Map<String, Long> NANOS =
      Map.ofEntries(
          Map.entry("ns", 1L),
          Map.entry("nsec", 1L),
          Map.entry("nsecs", 1L),
          Map.entry("us", 1_000L),
          Map.entry("usec", 1_000L),
          Map.entry("usecs", 1_000L),
          Map.entry("ms", 1_000_000L),
          Map.entry("msec", 1_000_000L),
          Map.entry("msecs", 1_000_000L),
          Map.entry("s", 1_000_000_000L),
          Map.entry("sec", 1_000_000_000L),
          Map.entry("secs", 1_000_000_000L));
  private static final Map<String, Long> BITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("bit", 1L),
          Map.entry("kbit", 1_000L),
          Map.entry("mbit", 1_000_000L),
          Map.entry("gbit", 1_000_000_000L),
          Map.entry("kibit", 1L << 10),
          Map.entry("mibit", 1L << 20),
          Map.entry("gibit", 1L << 30),
          Map.entry("bps", 8L),
          Map.entry("kbps", 8_000L),
          Map.entry("mbps", 8_000_000L),
          Map.entry("gbps", 8_000_000_000L));
  private static final String TIMES = "a time with its unit (ns, us, ms, s) up to 60s, as 15ms";
  private static final String RATES =
      "a rate from 1kbit to 100gbit, as 10mbit (or 1mbps, of bytes)";
  private static final String PERCENTAGES = "a percentage from 0% to 100%, as 0.5%";
  private static final String KEYWORDS =
      "delay, distribution, loss, ecn, corrupt, duplicate, reorder, gap, rate, slot, limit";
  private static final String TABLES =
      "normal, uniform, pareto, paretonormal, experimental, or a path to a table";

  private final String all;
  private final List<String> words;
  private int next;
  private final Impairment.Builder out = Impairment.builder();
  private Delay delay = Delay.NONE;
  private Chance duplicate = Chance.NEVER;
  private Chance reorder;
  private int gap;
  private Loss loss = Loss.NONE;
  private boolean ecn;

  private NetemWords(String all, String words) {
    this.all = all;
    this.words = List.of(words.strip().split("\\s+"));
  }

  static boolean areThey(String name) {
    return PREFIX.matcher(name).matches();
  }

  /**
   * The profile of a name that starts with {@code netem:}.
   *
   * @throws BadInputException naming the word and what is allowed
   */
  static LinkProfile profile(String name) {
    Matcher matcher = PREFIX.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(name);
    }
    Impairment impairment = new NetemWords(name, matcher.group(2)).read();
    String which = matcher.group(1);
    return new LinkProfile(
        name,
        "As tc netem takes it",
        "the words themselves" + (which.isEmpty() ? ", both directions" : ""),
        true,
        which.equals("-down") ? Impairment.NONE : impairment,
        which.equals("-up") ? Impairment.NONE : impairment);
  }

  private Impairment read() {
    out.limitPackets(DEFAULT_LIMIT);
    if (words.get(0).isEmpty()) {
      throw bad("", "says nothing", KEYWORDS);
    }
    while (next < words.size()) {
      readOne(words.get(next++));
    }
    if (reorder == null && gap > 0) {
      throw bad("gap", "has no reorder beside it", "reorder 25% gap 5");
    }
    if (reorder != null) {
      if (delay.owdNanos() == 0) {
        throw bad("reorder", "has no delay to be spared", "delay beside it");
      }
      out.reorder(new Reorder(reorder, Math.max(1, gap)));
    }
    if (ecn && loss.isNone()) {
      throw bad("ecn", "has no loss beside it", "loss beside it");
    }
    return out.delay(delay).loss(loss).duplicate(duplicate).ecn(ecn).build();
  }

  private void readOne(String keyword) {
    switch (keyword) {
      case "delay":
      case "latency":
        readDelay();
        break;
      case "distribution":
        readDistribution();
        break;
      case "loss":
      case "drop":
        readLoss();
        break;
      case "ecn":
        ecn = true;
        break;
      case "corrupt":
        out.corrupt(chance());
        break;
      case "duplicate":
        duplicate = chance();
        break;
      case "reorder":
        reorder = chance();
        break;
      case "gap":
        gap = count(word(keyword));
        break;
      case "limit":
        out.limitPackets(count(word(keyword)));
        break;
      case "rate":
        readRate();
        break;
      case "slot":
        readSlot();
        break;
      default:
        throw bad(keyword, "is not a word of netem's that this takes", KEYWORDS);
    }
  }

  private void readDelay() {
    long owd = nanos(word("delay"));
    long jitter = 0;
    double correlation = 0;
    if (numberFollows()) {
      jitter = nanos(words.get(next++));
      if (numberFollows()) {
        correlation = fraction(words.get(next++));
      }
    }
    delay = new Delay(owd, jitter, JitterDistribution.UNIFORM, "", correlation, false, 0);
  }

  private void readDistribution() {
    String name = word("distribution");
    if (delay.jitterNanos() == 0) {
      throw bad(name, "has no jitter before it", "delay 15ms 2.5ms distribution normal");
    }
    JitterDistribution distribution = distribution(name);
    delay =
        new Delay(
            delay.owdNanos(),
            delay.jitterNanos(),
            distribution,
            tableFile(distribution, name),
            delay.correlation(),
            false,
            0);
  }

  private JitterDistribution distribution(String name) {
    if (name.contains("/") || name.endsWith(".dist")) {
      DelayTable.read(name);
      return JitterDistribution.TABLE;
    }
    for (JitterDistribution distribution : JitterDistribution.values()) {
      if (distribution != JitterDistribution.TABLE && distribution.label().equals(name)) {
        return distribution;
      }
    }
    throw bad(name, "is not a distribution of netem's", TABLES);
  }

  private static String tableFile(JitterDistribution distribution, String name) {
    return distribution == JitterDistribution.TABLE
        ? Path.of(name).toAbsolutePath().toString()
        : "";
  }

  private void readLoss() {
    String first = word("loss");
    switch (first) {
      case "gemodel":
        double p = fraction(word(first));
        loss = new Loss.GilbertElliott(p, fractionOr(1 - p), fractionOr(1), fractionOr(0));
        break;
      case "state":
        double p13 = fraction(word(first));
        loss =
            new Loss.FourState(
                p13, fractionOr(1 - p13), fractionOr(0), fractionOr(1), fractionOr(0));
        break;
      case "random":
        first = word(first);
        loss = new Loss.Random(fraction(first), fractionOr(0), 0);
        break;
      default:
        loss = new Loss.Random(fraction(first), fractionOr(0), 0);
    }
  }

  private void readRate() {
    long bits = bitsPerSecond(word("rate"));
    int overhead = signedOr0();
    int cell = numberFollows() ? count(words.get(next++)) : 0;
    int cellOverhead = signedOr0();
    out.rate(new Rate(bits, overhead, cell, cellOverhead, false, ""));
  }

  private int signedOr0() {
    boolean follows = next < words.size() && words.get(next).matches("-?[0-9]{1,6}");
    return follows ? Integer.parseInt(words.get(next++)) : 0;
  }

  private void readSlot() {
    String first = word("slot");
    long min = 0;
    long max = 0;
    long mean = 0;
    long jitter = 0;
    JitterDistribution distribution = null;
    String table = "";
    if (first.equals("distribution")) {
      String name = word(first);
      distribution = distribution(name);
      table = tableFile(distribution, name);
      mean = nanos(word(name));
      jitter = nanos(word(name));
    } else {
      min = nanos(first);
      max = numberFollows() ? nanos(words.get(next++)) : min;
      if (max < min || max == 0) {
        throw bad(first, "has no longest wait above the shortest", "slot 800us 1ms");
      }
    }
    int packets = 0;
    int bytes = 0;
    while (next < words.size() && words.get(next).matches("packets|bytes")) {
      String which = words.get(next++);
      int bound = count(word(which));
      if (which.equals("packets")) {
        packets = bound;
      } else {
        bytes = bound;
      }
    }
    out.slot(new Slot(min, max, distribution, table, mean, jitter, packets, bytes));
  }

  private Chance chance() {
    return new Chance(fraction(word(words.get(next - 1))), fractionOr(0));
  }

  private double fractionOr(double otherwise) {
    return numberFollows() ? fraction(words.get(next++)) : otherwise;
  }

  private boolean numberFollows() {
    return next < words.size() && NUMBER.matcher(words.get(next)).matches();
  }

  /** The next word, which a keyword needs. */
  private String word(String keyword) {
    if (next == words.size()) {
      throw bad(keyword, "is the last word, and takes one more", "a value behind it");
    }
    return words.get(next++);
  }

  private long nanos(String word) {
    BigDecimal nanos = scaled(word, NANOS, TIMES);
    if (nanos.compareTo(BigDecimal.valueOf(MAX_NANOS)) > 0) {
      throw bad(word, "is too long", TIMES);
    }
    return nanos.setScale(0, RoundingMode.HALF_EVEN).longValueExact();
  }

  private double fraction(String word) {
    BigDecimal percent = scaled(word, Map.of("%", 1L, "", 1L), PERCENTAGES);
    if (percent.compareTo(BigDecimal.valueOf(100)) > 0) {
      throw bad(word, "is out of range", PERCENTAGES);
    }
    return percent.movePointLeft(2).doubleValue();
  }

  private long bitsPerSecond(String word) {
    BigDecimal bits = scaled(word.toLowerCase(Locale.ROOT), BITS, RATES);
    if (bits.compareTo(BigDecimal.valueOf(1_000)) < 0
        || bits.compareTo(BigDecimal.valueOf(100_000_000_000L)) > 0) {
      throw bad(word, "is out of range", RATES);
    }
    return bits.longValue();
  }

  private int count(String word) {
    if (!word.matches("[1-9][0-9]{0,8}")) {
      throw bad(word, "is not a whole number above 0", "as 1000");
    }
    return Integer.parseInt(word);
  }

  private BigDecimal scaled(String word, Map<String, Long> units, String allowed) {
    Matcher matcher = NUMBER.matcher(word);
    Long unit = matcher.matches() ? units.get(matcher.group(2)) : null;
    if (unit == null) {
      throw bad(word, "is not a value of that kind", allowed);
    }
    return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
  }

  private BadInputException bad(String word, String problem, String allowed) {
    return new BadInputException(
        "link profile '%s': '%s' %s; allowed: %s"
            .formatted(all.replaceAll("\\s+", " "), word, problem, allowed));
  }
}
