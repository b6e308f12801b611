package dev.transportbench.link;

import java.util.LinkedHashMap;
import java.util.Map;

/** A profile as plain data: maps, strings and numbers, with the units in the names. */
public final class LinkDescription {
  private LinkDescription() {}

  /** With the equivalent {@code tc} commands of each direction, and what they cannot do. */
  public static Map<String, Object> of(LinkProfile profile) {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("profile", profile.name());
    description.put("description", profile.description());
    description.put("source", profile.source());
    description.put("emulated", profile.emulated());
    description.put("semantics", profile.semantics().label());
    description.put("mtuBytes", profile.mtuBytes());
    description.put("topology", profile.topology().label());
    for (Direction direction : Direction.values()) {
      description.put(
          direction.label(), Asked.of(profile.impairment(direction), profile.semantics()));
    }
    Map<String, Object> tc = new LinkedHashMap<>();
    for (Direction direction : Direction.values()) {
      TcCommands commands = TcCommands.of(profile, direction);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("commands", commands.commands());
      one.put("cannot", commands.cannot());
      tc.put(direction.label(), one);
    }
    description.put("tc", tc);
    return description;
  }
}
