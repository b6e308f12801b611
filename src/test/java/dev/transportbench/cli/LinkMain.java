package dev.transportbench.cli;

import picocli.CommandLine;

/** {@code link} as a program of its own, for tests. */
public final class LinkMain {
  private LinkMain() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new LinkCommand()).execute(args));
  }
}
