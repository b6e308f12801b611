package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code serve}: the server that the benchmark measures, for clients of any kind. */
@Command(
    name = "serve",
    description = {
      "Serve RPCs until ended: the server that the benchmark measures.",
      "The first line on standard output is JSON: transport, url, and certificateSha256, the base64"
          + " of the certificate's digest, null where there is none.",
      "What a client must send is in docs/wire.md."
    },
    footer = {"", "Exit status: 0 ended by SIGTERM or SIGINT, 2 bad input."})
final class ServeCommand implements Callable<Integer> {
  /** Sizes the limits on streams; more RPCs in flight wait. */
  private static final int CONCURRENCY = 256;

  private static final long CLOSE_SECONDS = 2;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TRANSPORT", description = "As JMH's parameter transport: tcp, http3 …")
  private String transportName;

  @Option(
      names = "--listen",
      required = true,
      paramLabel = "ADDR:PORT",
      description = {
        "Where: 127.0.0.1:4433, [::1]:4433; [::]:4433 for all addresses of both families.",
        "Port 0 takes a free one."
      })
  private String listen;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "Certificates in PEM, the server's first (default: a new one, for 13 days).")
  private Path certificateFile;

  @Option(names = "--key", paramLabel = "FILE", description = "Its key in PEM, PKCS #8.")
  private Path keyFile;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() throws InterruptedException {
    Transport transport = NetworkTransports.named(transportName);
    InetSocketAddress address = ListenAddress.parse(listen);
    Identity identity = identity(transport, address.getAddress());
    MultiThreadIoEventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory(Role.SERVER.threadPrefix() + "loop", true),
            Io.EPOLL.handlerFactory());
    IoEventLoop loop = group.next();
    RpcServer server = listen(transport, loop, address, identity);
    endWith(loop, server);
    PrintWriter out = spec.commandLine().getOut();
    out.println(LedgerJson.line(firstLine(transport, address, server, identity)));
    out.flush();
    new CountDownLatch(1).await();
    return ExitStatus.OK;
  }

  private Identity identity(Transport transport, InetAddress address) {
    boolean encrypted = transport.traits().contains(Trait.ENCRYPTED);
    if ((certificateFile == null) != (keyFile == null)) {
      throw new BadInputException(
          "%s: is given alone; allowed: --cert and --key together"
              .formatted(keyFile == null ? "--cert" : "--key"));
    }
    if (certificateFile == null) {
      return selfSigned(address);
    }
    if (!encrypted) {
      throw new BadInputException(
          "--cert: '%s' is of no use: transport '%s' is not encrypted; allowed: no certificate"
              .formatted(certificateFile, transport.name()));
    }
    return PemIdentity.read(certificateFile, keyFile, Identity.HOST_NAME);
  }

  private static Identity selfSigned(InetAddress address) {
    List<InetAddress> addresses = new ArrayList<>();
    try {
      addresses.add(InetAddress.getByName("127.0.0.1"));
      addresses.add(InetAddress.getByName("::1"));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
    if (!address.isAnyLocalAddress() && !address.isLoopbackAddress()) {
      addresses.add(address);
    }
    return Identity.selfSigned(List.of("localhost"), addresses);
  }

  private RpcServer listen(
      Transport transport, IoEventLoop loop, InetSocketAddress address, Identity identity)
      throws InterruptedException {
    Side side = new Side(Role.SERVER, loop, Io.EPOLL, address.getAddress());
    Future<Future<RpcServer>> asked =
        loop.submit(
            () -> transport.serve(side, address.getPort(), identity, Terms.standard(CONCURRENCY)));
    Future<RpcServer> listening = asked.await().getNow();
    Throwable problem = asked.isSuccess() ? listening.await().cause() : asked.cause();
    if (problem != null) {
      throw ListenAddress.bad(listen, "cannot be listened on: " + reason(problem));
    }
    return listening.getNow();
  }

  /** Without the call's name, which Netty puts before the kernel's words. */
  private static String reason(Throwable problem) {
    String message = String.valueOf(problem.getMessage());
    int at = message.indexOf("failed with error");
    int colon = at < 0 ? -1 : message.indexOf(": ", at);
    return colon < 0 ? message : message.substring(colon + 2);
  }

  private static void endWith(IoEventLoop loop, RpcServer server) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    Future<Future<Void>> closing = loop.submit(server::close);
                    if (closing.await(CLOSE_SECONDS, TimeUnit.SECONDS) && closing.isSuccess()) {
                      closing.getNow().await(CLOSE_SECONDS, TimeUnit.SECONDS);
                    }
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  // To be told to end is no failure; the JVM's own status would be 143.
                  Runtime.getRuntime().halt(ExitStatus.OK);
                },
                "serve-close"));
  }

  private static Map<String, Object> firstLine(
      Transport transport, InetSocketAddress asked, RpcServer server, Identity identity) {
    // A wildcard is no address to connect to; the loopback one takes both.
    InetAddress address = asked.getAddress();
    String host = address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
    String authority =
        Identity.ofServer(host, identity.trust()).authority(server.address().getPort());
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("transport", transport.name());
    line.put(
        "url",
        transport.scheme()
            + "://"
            + authority
            + (NetworkTransports.hasPaths(transport) ? NetworkTransports.RPC_PATH : ""));
    line.put(
        "certificateSha256",
        transport.traits().contains(Trait.ENCRYPTED) ? digest(identity.certificate()) : null);
    return line;
  }

  private static String digest(X509Certificate certificate) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder().encodeToString(sha256.digest(certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
