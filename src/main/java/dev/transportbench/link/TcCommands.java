package dev.transportbench.link;

import dev.transportbench.link.Impairment.JitterDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The {@code tc} commands that do to one direction what a profile asks, for the device where its
 * packets leave, and what they cannot do.
 *
 * @param commands to be run as root, {@code DEV} being the device; none when nothing is impaired
 * @param cannot one line for each thing asked that no command above does, by the profile's name for
 *     it
 */
public record TcCommands(List<String> commands, List<String> cannot) {
  private static final String ROOT = "dev DEV root handle 1:";
  private static final String CHILD = "dev DEV parent 1: handle 2:";
  // netem's own limit of 1,000 packets would drop on any long, fast path.
  private static final int NO_LIMIT = 100_000;
  private static final String NETEM = "tc qdisc add " + ROOT + " netem";
  // One packet of the usual size, as tbf needs at least.
  private static final int BURST_BYTES = 1514;

  public TcCommands {
    commands = List.copyOf(commands);
    cannot = List.copyOf(cannot);
  }

  /** Those for one direction of a profile. */
  public static TcCommands of(LinkProfile profile, Direction direction) {
    Impairment asked = profile.impairment(direction);
    if (asked.isNone()) {
      return new TcCommands(List.of(), List.of());
    }
    List<String> cannot = new ArrayList<>();
    StringJoiner netem = new StringJoiner(" ");
    netem.add(NETEM);
    netem.add("limit " + limitPackets(asked));
    delay(netem, asked.delay(), cannot);
    loss(netem, asked, cannot);
    chance(netem, "corrupt", asked.corrupt());
    chance(netem, "duplicate", asked.duplicate());
    if (asked.reorder().gap() > 0) {
      chance(netem, "reorder", asked.reorder().chance());
      if (asked.reorder().gap() > 1) {
        netem.add("gap " + asked.reorder().gap());
      }
    }
    List<String> commands = new ArrayList<>();
    boolean queued = !asked.queue().equals(QueueLimit.NONE);
    rate(netem, asked, queued, cannot);
    slot(netem, asked.slot(), cannot);
    commands.add(netem.toString());
    if (queued && asked.rate().bitsPerSecond() > 0) {
      commands.add(tokenBucket(asked, cannot));
    }
    differences(asked, profile.semantics(), cannot);
    return new TcCommands(commands, cannot);
  }

  /** One that impairs nothing, so that packets are counted where others are impaired. */
  static TcCommands open() {
    return new TcCommands(List.of(NETEM + " limit " + NO_LIMIT), List.of());
  }

  /** The limit that netem is given. */
  static int limitPackets(Impairment asked) {
    return asked.limitPackets() > 0 ? asked.limitPackets() : NO_LIMIT;
  }

  /** The bytes that a token bucket's queue is given; only where a queue is asked. */
  static long queueBytes(QueueLimit queue) {
    long bytes = queue.packets() > 0 ? (long) queue.packets() * BURST_BYTES : queue.bytes();
    return bytes + BURST_BYTES;
  }

  /**
   * The commands, without their first word, for a place in the tree of a device's disciplines.
   *
   * @param parent {@code root}, or {@code parent} and a class
   * @param major number of the netem; that of the token bucket is one more
   */
  List<String> at(String device, String parent, int major) {
    return commands.stream()
        .map(
            command ->
                command
                    .replace(ROOT, "dev %s %s handle %x:".formatted(device, parent, major))
                    .replace(
                        CHILD, "dev %s parent %x: handle %x:".formatted(device, major, major + 1))
                    .substring("tc ".length()))
        .toList();
  }

  private static void delay(StringJoiner netem, Delay delay, List<String> cannot) {
    if (delay.owdNanos() == 0 && delay.jitterNanos() == 0) {
      return;
    }
    netem.add("delay " + time(delay.owdNanos()));
    if (delay.jitterNanos() > 0) {
      netem.add(time(delay.jitterNanos()));
      if (delay.correlation() > 0) {
        netem.add(percent(delay.correlation()));
      }
      if (delay.distribution() == JitterDistribution.TABLE) {
        cannot.add("table: tc finds tables by name, in its own folder; put yours there");
      } else if (delay.distribution() != JitterDistribution.UNIFORM) {
        // Uniform is what no distribution means; tc refuses the word.
        netem.add("distribution " + delay.distribution().label());
      }
      if (delay.ordered()) {
        cannot.add("ordered: netem lets packets overtake when their delays vary");
      }
      if (delay.redrawNanos() > 0) {
        cannot.add("redraw: netem draws a delay for each packet");
      }
    }
  }

  private static void loss(StringJoiner netem, Impairment asked, List<String> cannot) {
    if (asked.loss() instanceof Loss.GilbertElliott m) {
      netem.add(
          "loss gemodel %s %s %s %s"
              .formatted(
                  percent(m.p()), percent(m.r()), percent(m.lossInBad()), percent(m.lossInGood())));
    } else if (asked.loss() instanceof Loss.FourState m) {
      netem.add(
          "loss state %s %s %s %s %s"
              .formatted(
                  percent(m.p13()),
                  percent(m.p31()),
                  percent(m.p32()),
                  percent(m.p23()),
                  percent(m.p14())));
    } else if (asked.loss() instanceof Loss.Random m && !m.isNone()) {
      netem.add("loss " + percent(m.probability()));
      if (m.correlation() > 0) {
        netem.add(percent(m.correlation()));
      }
      if (m.maxBurst() > 0) {
        cannot.add("loss.maxBurst: netem has no bound on losses in a row");
      }
    }
    if (asked.ecn()) {
      netem.add("ecn");
    }
    Drops drops = asked.drops();
    if (!drops.packets().isEmpty()) {
      cannot.add("drop: netem takes no list of packets");
    }
    if (drops.burstEvery() > 0) {
      cannot.add("burst: netem loses no packets by count");
    }
    if (drops.downNanos() > 0) {
      cannot.add("outage: netem does not go by the clock; run two commands in turn");
    }
    if (drops.udpBlocked()) {
      cannot.add("udp: netem does not look at the protocol; nft does");
    }
  }

  private static void rate(
      StringJoiner netem, Impairment asked, boolean queued, List<String> cannot) {
    Rate rate = asked.rate();
    if (!rate.traceFile().isEmpty()) {
      cannot.add("rate.trace: netem takes no traces");
    } else if (rate.bitsPerSecond() > 0 && !queued) {
      netem.add("rate " + bits(rate.bitsPerSecond()));
      if (rate.overheadBytes() != 0 || rate.cellBytes() != 0) {
        netem.add(rate.overheadBytes() + " " + rate.cellBytes() + " " + rate.cellOverheadBytes());
      }
    }
    if (rate.poisson()) {
      cannot.add("rate.poisson: netem's rate is steady");
    }
  }

  /** Behind netem's delay instead of before it, which a steady sender cannot tell. */
  private static String tokenBucket(Impairment asked, List<String> cannot) {
    QueueLimit queue = asked.queue();
    if (queue.packets() > 0) {
      cannot.add("queue in packets: tbf counts bytes; what stands here is for full packets");
    }
    if (asked.rate().overheadBytes() != 0 || asked.rate().cellBytes() != 0) {
      cannot.add("rate.overhead, rate.cell: tbf takes them through 'tc … stab' only");
    }
    return "tc qdisc add %s tbf rate %s burst %d limit %d"
        .formatted(CHILD, bits(asked.rate().bitsPerSecond()), BURST_BYTES, queueBytes(queue));
  }

  private static void slot(StringJoiner netem, Slot slot, List<String> cannot) {
    if (slot.isNone()) {
      return;
    }
    if (slot.distribution() == null) {
      netem.add("slot " + time(slot.minNanos()) + " " + time(slot.maxNanos()));
    } else {
      if (slot.distribution() == JitterDistribution.UNIFORM
          || slot.distribution() == JitterDistribution.TABLE) {
        cannot.add("slot.distribution: tc takes the names of its own tables only");
      }
      netem.add(
          "slot distribution %s %s %s"
              .formatted(
                  slot.distribution().label(), time(slot.delayNanos()), time(slot.jitterNanos())));
    }
    if (slot.packets() > 0) {
      netem.add("packets " + slot.packets());
    }
    if (slot.bytes() > 0) {
      netem.add("bytes " + slot.bytes());
    }
  }

  private static void differences(Impairment asked, Semantics semantics, List<String> cannot) {
    if (!asked.steps().equals(Steps.NONE)) {
      cannot.add("steps: netem does not go by the clock; run a command at each step");
    }
    if (semantics == Semantics.KERNEL) {
      return;
    }
    if (asked.loss() instanceof Loss.Random m && m.correlation() > 0) {
      cannot.add("loss.correlation: Linux loses far less than asked when it is correlated");
    }
    if (asked.delay().correlation() > 0) {
      cannot.add("correlation: Linux does not correlate delays");
    }
    if (asked.reorder().chance().correlation() > 0
        || asked.duplicate().correlation() > 0
        || asked.corrupt().correlation() > 0) {
      cannot.add("correlation of reorder, duplicate, corrupt: Linux does it far less often");
    }
    if (asked.rate().bitsPerSecond() > 0 && asked.delay().jitterNanos() > 0) {
      cannot.add("jitter under a rate: Linux keeps the order then");
    }
  }

  private static void chance(StringJoiner netem, String word, Chance chance) {
    if (chance.probability() > 0) {
      netem.add(word + " " + percent(chance.probability()));
      if (chance.correlation() > 0) {
        netem.add(percent(chance.correlation()));
      }
    }
  }

  // Never in ns: tc 6.1 refuses that unit for delays. It keeps whole ticks of 64 ns.
  private static String time(long nanos) {
    return plain(nanos / 1e6) + "ms";
  }

  private static String percent(double fraction) {
    return plain(100 * fraction) + "%";
  }

  private static String bits(long bitsPerSecond) {
    return bitsPerSecond % 1_000_000 == 0
        ? bitsPerSecond / 1_000_000 + "mbit"
        : bitsPerSecond % 1_000 == 0 ? bitsPerSecond / 1_000 + "kbit" : bitsPerSecond + "bit";
  }

  private static String plain(double value) {
    String text = String.format(Locale.ROOT, "%.6f", value);
    return text.replaceFirst("\\.?0+$", "");
  }
}
