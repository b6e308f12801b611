package dev.transportbench.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A value in a YAML file that knows where it stands. Each reading method either returns what was
 * asked for or throws a {@link BadInputException} that names file, line, field, value and what is
 * allowed. Scalars are read as the text that was written: nothing is guessed to be a number or a
 * date.
 */
public final class YamlNode {
  /** Ours have under 100 lines; a file of many megabytes is some other file. */
  private static final int MAX_CHARS = 1 << 20;

  private final String file;
  private final String field;
  private final Node node;

  private YamlNode(String file, String field, Node node) {
    this.file = file;
    this.field = field;
    this.node = node;
  }

  /** Reads one document. {@code file} is only what complaints call it. */
  public static YamlNode read(String file, String text) {
    if (text.length() > MAX_CHARS) {
      throw new BadInputException(
          "%s:1: the file has %d characters; allowed: at most %d"
              .formatted(file, text.length(), MAX_CHARS));
    }
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(0);
    Node root;
    try {
      root =
          new Composer(
                  new ParserImpl(new StreamReader(new StringReader(text)), options),
                  new Resolver(),
                  options)
              .getSingleNode();
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new BadInputException(
          "%s:%d: not YAML: %s; allowed: one YAML document"
              .formatted(file, line, oneLine(e.getProblem())));
    } catch (YAMLException | IllegalArgumentException e) {
      // The latter for a tag that is none, as of "!%c".
      throw new BadInputException(
          "%s:1: not YAML: %s; allowed: one YAML document"
              .formatted(file, oneLine(e.getMessage())));
    }
    if (root == null) {
      throw new BadInputException(file + ":1: the file is empty; allowed: fields and values");
    }
    return new YamlNode(file, "", root);
  }

  /** A value that was not read from a file but given to an option, {@code -p transport=tcp}. */
  public static YamlNode ofOption(String option, String field, String value) {
    return new YamlNode(
        option, field, new ScalarNode(Tag.STR, value, null, null, DumperOptions.ScalarStyle.PLAIN));
  }

  public String file() {
    return file;
  }

  /** 1 for the first; 0 for what was not in a file. */
  public int line() {
    return node.getStartMark() == null ? 0 : node.getStartMark().getLine() + 1;
  }

  /** Dotted path from the root, {@code up.loss}; empty for the root. */
  public String field() {
    return field;
  }

  /** The fields of a mapping, in the file's order; unknown and repeated ones are refused. */
  public Map<String, YamlNode> fields(Set<String> allowed) {
    Map<String, YamlNode> fields = anyFields();
    for (Map.Entry<String, YamlNode> entry : fields.entrySet()) {
      if (!allowed.contains(entry.getKey())) {
        YamlNode child = entry.getValue();
        throw BadInputException.at(
            file,
            child.line(),
            child.field,
            child.shown(),
            "is an unknown field",
            String.join(", ", new TreeSet<>(allowed)));
      }
    }
    return fields;
  }

  /** The fields of a mapping whose names are free; repeated ones are refused. */
  public Map<String, YamlNode> anyFields() {
    if (!(node instanceof MappingNode)) {
      throw bad("is not a mapping", "fields and values");
    }
    Map<String, YamlNode> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      Node keyNode = tuple.getKeyNode();
      String key =
          keyNode instanceof ScalarNode
              ? ((ScalarNode) keyNode).getValue()
              : new YamlNode(file, field, keyNode).shown();
      String path = field.isEmpty() ? key : field + "." + key;
      YamlNode child = new YamlNode(file, path, tuple.getValueNode());
      if (fields.put(key, child) != null) {
        throw BadInputException.at(
            file,
            keyNode.getStartMark().getLine() + 1,
            path,
            child.shown(),
            "is given twice",
            "each field once");
      }
    }
    return fields;
  }

  /** The items of a list; one that is not a list is refused. */
  public List<YamlNode> items() {
    if (!(node instanceof SequenceNode)) {
      throw bad("is not a list", "[a, b, …]");
    }
    List<YamlNode> items = new ArrayList<>();
    int index = 0;
    for (Node item : ((SequenceNode) node).getValue()) {
      items.add(new YamlNode(file, field + "[" + index++ + "]", item));
    }
    return items;
  }

  /** A scalar as it was written; an empty one is refused. */
  public String text() {
    if (!(node instanceof ScalarNode)) {
      throw bad("is not a single value", "text");
    }
    String value = ((ScalarNode) node).getValue();
    if (value.isBlank()) {
      throw bad("is empty", "text");
    }
    return value;
  }

  /** {@code true} or {@code false}. */
  public boolean bool() {
    switch (text()) {
      case "true":
        return true;
      case "false":
        return false;
      default:
        throw bad("is not a truth value", "true, false");
    }
  }

  /** A whole number within bounds, both included. */
  public int integer(int min, int max) {
    String allowed = "a whole number from " + min + " to " + max;
    int value;
    try {
      value = Integer.parseInt(text());
    } catch (NumberFormatException e) {
      throw bad("is not a whole number", allowed);
    }
    if (value < min || value > max) {
      throw bad("is out of range", allowed);
    }
    // Where the text becomes a name, 10 and 010 would be two.
    if (!text().equals(Integer.toString(value))) {
      throw bad("is not written plainly", allowed + ", as '" + value + "'");
    }
    return value;
  }

  public boolean isMapping() {
    return node instanceof MappingNode;
  }

  public boolean isList() {
    return node instanceof SequenceNode;
  }

  /** A complaint about this value. */
  public BadInputException bad(String problem, String allowed) {
    return BadInputException.at(
        file, line(), field.isEmpty() ? "(file)" : field, shown(), problem, allowed);
  }

  /** The value on one line, cut if long. */
  private String shown() {
    if (node instanceof ScalarNode) {
      String value = oneLine(((ScalarNode) node).getValue());
      return value.length() <= 60 ? value : value.substring(0, 57) + "…";
    }
    return node instanceof MappingNode ? "{…}" : "[…]";
  }

  private static String oneLine(String text) {
    return text == null ? "" : text.replaceAll("\\s+", " ").strip();
  }
}
