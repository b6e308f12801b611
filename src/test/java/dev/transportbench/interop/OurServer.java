package dev.transportbench.interop;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transports;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** One of our servers on loopback, and its certificate in the forms that peers want. */
final class OurServer implements AutoCloseable {
  static final Identity IDENTITY = identity();

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("server-loop", true), Io.EPOLL.handlerFactory());
  private final Side side =
      new Side(Role.SERVER, group.next(), Io.EPOLL, InetAddress.getLoopbackAddress());
  private final RpcServer server;

  OurServer(String transport) throws InterruptedException {
    this(transport, Terms.standard(256));
  }

  OurServer(String transport, Terms terms) throws InterruptedException {
    Future<Future<RpcServer>> asked =
        side.loop().submit(() -> Transports.named(transport).serve(side, 0, IDENTITY, terms));
    server = asked.sync().getNow().sync().getNow();
  }

  private static Identity identity() {
    try {
      return Identity.selfSigned(
          List.of("localhost"),
          List.of(InetAddress.getByName("127.0.0.1"), InetAddress.getByName("::1")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  int port() {
    return server.address().getPort();
  }

  /** {@code https://localhost:PORT} and the path. */
  String https(String path) {
    return "https://localhost:" + port() + path;
  }

  int connectionsAccepted() throws InterruptedException {
    return side.loop().submit(server::connectionsAccepted).sync().getNow();
  }

  static byte[] certificateDigest() {
    return digest(certificate());
  }

  /** Of the public key, as Chromium's list wants it. */
  static String keyDigest() {
    return Base64.getEncoder()
        .encodeToString(digest(IDENTITY.certificate().getPublicKey().getEncoded()));
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] certificate() {
    try {
      return IDENTITY.certificate().getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static Path certificatePem(Path folder) throws IOException {
    return pem(folder.resolve("cert.pem"), "CERTIFICATE", certificate());
  }

  static Path keyPem(Path folder) throws IOException {
    return pem(folder.resolve("key.pem"), "PRIVATE KEY", IDENTITY.key().getEncoded());
  }

  private static Path pem(Path file, String type, byte[] der) throws IOException {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return Files.writeString(
        file,
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(type, lines.encodeToString(der), type));
  }

  /** Trusts our certificate alone. */
  static SSLContext trusting() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("server", IDENTITY.certificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Override
  public void close() throws InterruptedException {
    side.loop().submit(server::close).sync().getNow().await(5, TimeUnit.SECONDS);
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
  }
}
