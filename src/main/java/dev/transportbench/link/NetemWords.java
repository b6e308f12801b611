package dev.transportbench.link;

import dev.transportbench.config.BadInputException;
import dev.transportbench.link.Impairment.JitterDistribution;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * netem's own words, as {@code tc qdisc add dev X root netem …} takes them: {@code delay 15ms 2.5ms
 * distribution normal loss 0.5%}. As there, 1,000 packets are the limit unless {@code limit} says
 * otherwise, jitter is uniform unless {@code distribution} does, keywords come in any order and may
 * be cut short ({@code dist}), and what is said twice counts as said last, but for loss.
 */
final class NetemWords {
  private static final Pattern PREFIX = Pattern.compile("netem(|-up|-down):(.*)", Pattern.DOTALL);
  private static final int DEFAULT_LIMIT = 1000;
  private static final long MAX_NANOS = 60_000_000_000L;
  private static final long MIN_BITS_PER_SECOND = 1_000;
  private static final long MAX_BITS_PER_SECOND = 100_000_000_000L;
  private static final long MAX_COUNT = 999_999_999;
  private static final long MAX_OVERHEAD_BYTES = 999_999;
  // In the order in which tc tries them: of two that a word may be short for, the first is meant.
  private static final List<String> KEYWORDS =
      List.of(
          "limit",
          "latency",
          "delay",
          "loss",
          "drop",
          "ecn",
          "reorder",
          "corrupt",
          "gap",
          "duplicate",
          "distribution",
          "rate",
          "slot");
  private static final String TIMES = "a time with its unit (ns, us, ms, s) up to 60s, as 15ms";
  private static final String RATES =
      "a rate from 1kbit to 100gbit, as 10mbit (or 1mbps, of bytes)";
  private static final String PERCENTAGES = "a percentage from 0% to 100%, as 0.5%";
  private static final String ALL_KEYWORDS =
      "delay, distribution, loss, ecn, corrupt, duplicate, reorder, gap, rate, slot, limit";
  private static final String TABLES =
      "normal, uniform, pareto, paretonormal, experimental, or a path to a table";

  private final String all;
  private final List<String> words;
  private int next;
  private final Impairment.Builder out = Impairment.builder();
  private long owdNanos;
  private long jitterNanos;
  private double delayCorrelation;
  private String distribution = "";
  private Chance duplicate = Chance.NEVER;
  private Chance reorder = Chance.NEVER;
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
      throw bad("", "says nothing", ALL_KEYWORDS);
    }
    while (next < words.size()) {
      readOne(words.get(next++));
    }
    if (reorder.probability() > 0) {
      if (owdNanos == 0) {
        throw bad("reorder", "has no delay to be spared", "delay beside it");
      }
      out.reorder(new Reorder(reorder, Math.max(1, gap)));
    } else if (gap > 0) {
      throw bad("gap", "has no reorder beside it", "reorder 25% gap 5");
    }
    if (ecn && !lossAsked()) {
      throw bad("ecn", "has no loss beside it", "loss beside it");
    }
    return out.delay(delay()).loss(loss).duplicate(duplicate).ecn(ecn).build();
  }

  private Delay delay() {
    JitterDistribution from = JitterDistribution.UNIFORM;
    if (!distribution.isEmpty()) {
      if (jitterNanos == 0) {
        throw bad(distribution, "has no jitter beside it", "delay 15ms 2.5ms distribution normal");
      }
      from = distribution(distribution);
    }
    String table = tableFile(from, distribution);
    return new Delay(owdNanos, jitterNanos, from, table, delayCorrelation, false, 0);
  }

  private void readOne(String word) {
    String keyword =
        KEYWORDS.stream()
            .filter(k -> !word.isEmpty() && k.startsWith(word))
            .findFirst()
            .orElseThrow(() -> bad(word, "is not a word of netem's that this takes", ALL_KEYWORDS));
    switch (keyword) {
      case "delay":
      case "latency":
        readDelay();
        break;
      case "distribution":
        distribution = word(keyword);
        distribution(distribution);
        break;
      case "loss":
      case "drop":
        if (lossAsked()) {
          throw bad(word, "is there twice", "one model of loss");
        }
        loss = loss(word(keyword));
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
        String most = word(keyword);
        out.limitPackets((int) within(most, TcValues.bytes(most), 1, MAX_COUNT, "as 1000 or 1k"));
        break;
      case "rate":
        readRate();
        break;
      default:
        readSlot();
    }
  }

  /** Also where a model's figures amount to none. */
  private boolean lossAsked() {
    return !loss.isNone() || !(loss instanceof Loss.Random);
  }

  private void readDelay() {
    owdNanos = nanos(word("delay"));
    if (numberFollows()) {
      jitterNanos = nanos(words.get(next++));
      if (numberFollows()) {
        delayCorrelation = fraction(words.get(next++));
      }
    }
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

  private Loss loss(String first) {
    switch (first) {
      case "gemodel":
        double p = fraction(word(first));
        return new Loss.GilbertElliott(p, fractionOr(1 - p), fractionOr(1), fractionOr(0));
      case "state":
        double p13 = fraction(word(first));
        return new Loss.FourState(
            p13, fractionOr(1 - p13), fractionOr(0), fractionOr(1), fractionOr(0));
      case "random":
        return new Loss.Random(fraction(word(first)), fractionOr(0), 0);
      default:
        return new Loss.Random(fraction(first), fractionOr(0), 0);
    }
  }

  private void readRate() {
    String rate = word("rate");
    long bits =
        within(rate, TcValues.bitsPerSecond(rate), MIN_BITS_PER_SECOND, MAX_BITS_PER_SECOND, RATES);
    int overhead = overheadOr0();
    int cell = 0;
    if (numberFollows()) {
      String bytes = words.get(next++);
      cell = (int) within(bytes, TcValues.whole(bytes), 0, MAX_OVERHEAD_BYTES, "bytes, as 48");
    }
    out.rate(new Rate(bits, overhead, cell, overheadOr0(), false, ""));
  }

  private int overheadOr0() {
    if (next == words.size() || !TcValues.isSignedNumber(words.get(next))) {
      return 0;
    }
    String bytes = words.get(next++);
    return (int)
        within(
            bytes,
            TcValues.whole(bytes),
            -MAX_OVERHEAD_BYTES,
            MAX_OVERHEAD_BYTES,
            "bytes, as 20 or -14");
  }

  private void readSlot() {
    String first = word("slot");
    long min = 0;
    long max = 0;
    long mean = 0;
    long jitter = 0;
    JitterDistribution from = null;
    String table = "";
    if (first.equals("distribution")) {
      String name = word(first);
      from = distribution(name);
      table = tableFile(from, name);
      mean = nanos(word(name));
      String spread = word(name);
      jitter = nanos(spread);
      if (jitter == 0) {
        throw bad(spread, "is no spread", "slot distribution normal 10ms 1ms");
      }
    } else {
      min = nanos(first);
      max = numberFollows() ? nanos(words.get(next++)) : min;
      if (max < min) {
        throw bad(first, "has no longest wait above the shortest", "slot 800us 1ms");
      }
    }
    int packets = 0;
    long bytes = 0;
    while (next < words.size() && isBound(words.get(next))) {
      String which = words.get(next++);
      String most = word(which);
      if (which.startsWith("p")) {
        packets = (int) within(most, TcValues.whole(most), 0, MAX_COUNT, "packets, as 32");
      } else {
        bytes = within(most, TcValues.bytes(most), 0, MAX_COUNT, "a size, as 1500 or 64k");
      }
    }
    out.slot(new Slot(min, max, from, table, mean, jitter, packets, bytes));
  }

  private static boolean isBound(String word) {
    return !word.isEmpty() && ("packets".startsWith(word) || "bytes".startsWith(word));
  }

  private Chance chance() {
    return new Chance(fraction(word(words.get(next - 1))), fractionOr(0));
  }

  private double fractionOr(double otherwise) {
    return numberFollows() ? fraction(words.get(next++)) : otherwise;
  }

  private boolean numberFollows() {
    return next < words.size() && TcValues.isNumber(words.get(next));
  }

  /** The next word, which a keyword needs. */
  private String word(String keyword) {
    if (next == words.size()) {
      throw bad(keyword, "is the last word, and takes one more", "a value behind it");
    }
    return words.get(next++);
  }

  private long nanos(String word) {
    return within(word, TcValues.nanos(word), 0, MAX_NANOS, TIMES);
  }

  private double fraction(String word) {
    OptionalDouble fraction = TcValues.fraction(word);
    if (fraction.isEmpty()) {
      throw bad(word, "is not a value of that kind", PERCENTAGES);
    }
    if (fraction.getAsDouble() > 1) {
      throw bad(word, "is out of range", PERCENTAGES);
    }
    return fraction.getAsDouble();
  }

  private int count(String word) {
    return (int) within(word, TcValues.whole(word), 0, MAX_COUNT, "a whole number, as 5");
  }

  private long within(String word, OptionalLong value, long least, long most, String allowed) {
    if (value.isEmpty()) {
      throw bad(word, "is not a value of that kind", allowed);
    }
    if (value.getAsLong() < least || value.getAsLong() > most) {
      throw bad(word, "is out of range", allowed);
    }
    return value.getAsLong();
  }

  private BadInputException bad(String word, String problem, String allowed) {
    return new BadInputException(
        "link profile '%s': '%s' %s; allowed: %s"
            .formatted(all.replaceAll("\\s+", " "), word, problem, allowed));
  }
}
