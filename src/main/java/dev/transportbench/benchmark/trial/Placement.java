package dev.transportbench.benchmark.trial;

import dev.transportbench.benchmark.CoreChoice;
import dev.transportbench.config.BadInputException;
import dev.transportbench.link.linux.Cores;
import java.util.BitSet;
import java.util.Map;

/**
 * Where a trial's two event loops run. What a loop's thread starts inherits its cores, so that a
 * stack with threads of its own stays with it; the JVM's threads go anywhere.
 *
 * @param client cores of the client's loop, by the kernel's numbers; empty when it goes anywhere
 * @param server those of the server's
 * @param before those of the thread that becomes the client's loop
 */
record Placement(BitSet client, BitSet server, BitSet before) {
  private static final Placement ANYWHERE = new Placement(new BitSet(), new BitSet(), new BitSet());

  /**
   * @throws BadInputException where this machine can't do that
   */
  static Placement onThisMachine(CoreChoice choice) {
    if (choice == CoreChoice.ANY) {
      return ANYWHERE;
    }
    if (!System.getProperty("os.name").equals("Linux")) {
      throw new BadInputException(
          "cores: '%s' needs Linux; allowed: any".formatted(choice.label()));
    }
    return of(choice, Cores.own());
  }

  /** The last of the cores: the first has most interrupts. */
  static Placement of(CoreChoice choice, BitSet own) {
    BitSet last = last(own);
    switch (choice) {
      case SHARED:
        return new Placement(last, last, own);
      case APART:
        BitSet others = (BitSet) own.clone();
        others.andNot(last);
        if (others.isEmpty()) {
          throw new BadInputException(
              "cores: 'apart' needs two cores, this process may use %s; allowed: any, shared"
                  .formatted(own));
        }
        return new Placement(last(others), last, own);
      default:
        return ANYWHERE;
    }
  }

  private static BitSet last(BitSet cores) {
    BitSet one = new BitSet();
    one.set(cores.length() - 1);
    return one;
  }

  /** Confines the calling thread, which is to be the client's loop. */
  void confineClient() {
    confine(client);
  }

  /** Confines the calling thread, which is to be the server's loop. */
  void confineServer() {
    confine(server);
  }

  /** Gives the client's thread back what it had. */
  void release() {
    confine(before);
  }

  private static void confine(BitSet cores) {
    if (cores.isEmpty()) {
      return;
    }
    Cores.confine(cores);
    if (!Cores.own().equals(cores)) {
      throw new IllegalStateException(
          "cores: asked for were %s, the kernel gave %s".formatted(cores, Cores.own()));
    }
  }

  /** By the names of terms, as both ends' own; nothing for loops that go anywhere. */
  Map<String, String> terms() {
    return client.isEmpty()
        ? Map.of()
        : Map.of("client.cores", client.toString(), "server.cores", server.toString());
  }
}
