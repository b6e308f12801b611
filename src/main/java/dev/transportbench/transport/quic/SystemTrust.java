package dev.transportbench.transport.quic;

import com.sun.jna.Native;

/**
 * The certificates that this machine trusts, which nobody here asks for: a client trusts the one of
 * its server, and checks it itself.
 *
 * <p>Each client of either codec makes a configuration of quiche, and each of those reads the
 * system's bundle of certificates: BoringSSL's {@code SSL_CTX_set_default_verify_paths} takes
 * {@code SSL_CERT_FILE}, or else {@code /etc/ssl/cert.pem}. Where there is such a file, its parsing
 * was in the start of each QUIC connection, and its certificates in memory for as long as that
 * lived: of QUIC only, and by the machine's environment. With a bundle of 215 KiB a fork of 500
 * connections took 29.6 s of CPU and 1,664 MiB; without it 18.8 s and 1,174 MiB.
 */
public final class SystemTrust {
  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

  private SystemTrust() {}

  /** Has it left unread by this process from the first call on. */
  public static void leaveUnread() {
    if (LINUX) {
      LibEnvironment.load();
    }
  }

  /** Once, where it is used: setenv(3) while another thread reads the environment is not safe. */
  private static final class LibEnvironment {
    static {
      Native.register(LibEnvironment.class, "c");
      setenv("SSL_CERT_FILE", "/dev/null", 1);
    }

    /** By its coming to be initialised. */
    static void load() {}

    static native int setenv(String name, String value, int overwrite);
  }
}
