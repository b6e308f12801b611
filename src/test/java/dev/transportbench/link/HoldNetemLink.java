package dev.transportbench.link;

/**
 * Brings a link up on netem and waits to be killed; says {@code opening} before and {@code up}
 * after.
 */
public final class HoldNetemLink {
  private HoldNetemLink() {}

  public static void main(String[] args) throws Exception {
    LinkProfile profile = LinkProfiles.load(args[0]).with(Semantics.KERNEL);
    System.out.println("opening");
    Link link = Links.open(profile, Backend.NETEM, 1);
    link.impair();
    System.out.println("up");
    Thread.sleep(Long.MAX_VALUE);
  }
}
