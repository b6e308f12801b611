package dev.transportbench.link;

import dev.transportbench.link.linux.Namespace;
import java.util.List;

/** Where in the kernel netem meets a link's packets. */
interface NetemPath extends AutoCloseable {
  /** That tc is to run in. */
  Namespace namespace();

  /** Commands of tc, without that word, that are run once, before all others. */
  List<String> preparation();

  /** Where a direction's packets leave. */
  Place place(Direction direction);

  /** Whether each end's device carries that end's packets only, so that it can count them. */
  boolean endsCount();

  @Override
  void close();

  /**
   * A place in the tree of a device's disciplines.
   *
   * @param parent {@code root}, or {@code parent} and a class
   * @param major number of the netem there, unlike any other of the device
   */
  record Place(String device, String parent, int major) {}
}
