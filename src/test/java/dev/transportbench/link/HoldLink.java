package dev.transportbench.link;

/** Brings a link up, says so in one line ({@code up EMULATOR_PID}), and waits to be killed. */
public final class HoldLink {
  private HoldLink() {}

  public static void main(String[] args) throws Exception {
    Link link =
        Links.open(LinkProfiles.load("cellular-firefly"), Backend.TUN, Long.parseLong(args[0]));
    link.impair();
    link.threadFactory(End.CLIENT, "client-").newThread(HoldLink::sleep).start();
    System.out.println("up " + ((TunLink) link).emulatorPid());
    sleep();
  }

  private static void sleep() {
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
