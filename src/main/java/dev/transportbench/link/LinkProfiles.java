package dev.transportbench.link;

import java.util.List;

/** Finds and reads link profiles. */
public final class LinkProfiles {
  private LinkProfiles() {}

  /**
   * @param nameOrPath a name that the jar carries ({@code cellular-firefly}), or a path: anything
   *     with a {@code /} or an ending {@code .yaml}
   * @throws dev.transportbench.config.BadInputException naming file, line, field, value and what is
   *     allowed
   */
  public static LinkProfile load(String nameOrPath) {
    throw new LinkUnavailableException("not built yet");
  }

  /** The names that the jar carries, sorted. */
  public static List<String> names() {
    return List.of();
  }
}
