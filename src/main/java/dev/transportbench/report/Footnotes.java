package dev.transportbench.report;

import java.util.ArrayList;
import java.util.List;

/** Numbers reasons in the order in which they are met; the same reason has one number. */
final class Footnotes {
  private final List<String> texts = new ArrayList<>();

  /** 1 for the first. */
  int number(String text) {
    int place = texts.indexOf(text);
    if (place < 0) {
      texts.add(text);
      place = texts.size() - 1;
    }
    return place + 1;
  }

  List<String> texts() {
    return List.copyOf(texts);
  }
}
