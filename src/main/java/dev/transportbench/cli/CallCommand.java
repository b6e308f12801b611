package dev.transportbench.cli;

import com.google.protobuf.ByteString;
import dev.transportbench.config.BadInputException;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Io;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.PlainTransport;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Trust;
import dev.transportbench.rpc.proto.Request;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.PrintWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code call}: the client that the benchmark measures, against any server. */
@Command(
    name = "call",
    description = {
      "Call a server, ours or another's, and print one JSON object: completed, failed,"
          + " latencyMicros.",
      "At a URL whose path is /rpc it echoes RPCs. One with another path is somebody else's: http1,"
          + " http2 and http3 then GET it, websocket and webtransport expect an echo there.",
      "A certificate must be one that this Java trusts (-Djavax.net.ssl.trustStore=… says which),"
          + " unless --insecure is given."
    },
    footer = {
      "",
      "Exit status: 0 all completed, 1 one failed or there is no connection, 2 bad input."
    })
final class CallCommand implements Callable<Integer> {
  private static final int MAX_CONCURRENCY = 4096;
  private static final long MAX_BYTES_IN_FLIGHT = 64L << 20;
  private static final long CLOSE_SECONDS = 2;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "TRANSPORT", description = "As JMH's parameter transport.")
  private String transportName;

  @Parameters(
      index = "1",
      paramLabel = "URL",
      description = "As serve prints it: https://…/rpc, wss://…/rpc, tcp://…, tls://…, quic://…")
  private String url;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many calls (default: ${DEFAULT-VALUE}).")
  private String countText;

  @Option(
      names = "--payload-bytes",
      paramLabel = "B",
      defaultValue = "1024",
      description = "Of each request; not used by a GET (default: ${DEFAULT-VALUE}).")
  private String payloadBytesText;

  @Option(
      names = "--concurrency",
      paramLabel = "C",
      defaultValue = "1",
      description = "Calls in flight (default: ${DEFAULT-VALUE}).")
  private String concurrencyText;

  @Option(names = "--insecure", description = "Accept any certificate.")
  private boolean insecure;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  @Override
  public Integer call() throws InterruptedException {
    Transport transport = NetworkTransports.named(transportName);
    int count = number("--count", countText, 1, Integer.MAX_VALUE);
    int payloadBytes =
        number("--payload-bytes", payloadBytesText, 0, RpcService.MAX_RESPONSE_BYTES);
    int concurrency = number("--concurrency", concurrencyText, 1, MAX_CONCURRENCY);
    if ((long) payloadBytes * concurrency > MAX_BYTES_IN_FLIGHT) {
      throw new BadInputException(
          "--payload-bytes: '%d' times --concurrency '%d' is more than fits; allowed: 64 MiB in"
              + " flight".formatted(payloadBytes, concurrency));
    }
    CallTarget target = CallTarget.parse(transport, url);
    MultiThreadIoEventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory(Role.CLIENT.threadPrefix() + "loop", true),
            Io.EPOLL.handlerFactory());
    try {
      return run(transport, target, group.next(), count, payloadBytes, concurrency);
    } finally {
      group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private int run(
      Transport transport,
      CallTarget target,
      IoEventLoop loop,
      int count,
      int payloadBytes,
      int concurrency)
      throws InterruptedException {
    Future<Future<RpcClient>> asked =
        loop.submit(() -> connect(transport, target, loop, concurrency));
    Throwable problem = asked.await().cause();
    if (problem == null) {
      problem = asked.getNow().await().cause();
    }
    if (problem != null) {
      print(0, count, null, "no connection: " + oneLine(problem));
      return ExitStatus.FAILED;
    }
    RpcClient client = asked.getNow().getNow();
    ByteString payload = Payloads.bytes(payloadBytes);
    Request request = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    boolean get = target.plainPath() != null && !((PlainTransport) transport).echoes();
    Future<CallLoop> prepared =
        loop.submit(
            () -> new CallLoop(loop, client, request, get ? null : payload, count, concurrency));
    CallLoop calls = prepared.await().getNow();
    loop.submit(calls::start).await().getNow().await();
    print(calls.completed(), calls.failed(), calls.latencyMicros(), calls.firstFailure());
    loop.submit(client::close).await().getNow().await(CLOSE_SECONDS, TimeUnit.SECONDS);
    return calls.failed() == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private Future<RpcClient> connect(
      Transport transport, CallTarget target, IoEventLoop loop, int concurrency)
      throws SocketException {
    Side side = new Side(Role.CLIENT, loop, Io.EPOLL, sourceFor(target.address()));
    Identity identity =
        Identity.ofServer(target.host(), insecure ? Trust.ANYTHING : Trust.AUTHORITIES);
    Terms terms = Terms.standard(concurrency);
    return target.plainPath() == null
        ? transport.connect(side, target.address(), identity, terms)
        : ((PlainTransport) transport)
            .connectPlain(side, target.address(), identity, terms, target.plainPath());
  }

  /** The address of this machine from which the kernel would send there; sends nothing. */
  private static InetAddress sourceFor(InetSocketAddress server) throws SocketException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(server);
      return socket.getLocalAddress();
    }
  }

  private void print(int completed, int failed, Map<String, Double> latency, String why) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("completed", completed);
    line.put("failed", failed);
    line.put("latencyMicros", latency);
    PrintWriter out = spec.commandLine().getOut();
    out.println(LedgerJson.line(line));
    out.flush();
    if (why != null) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(why);
      err.flush();
    }
  }

  private static String oneLine(Throwable problem) {
    String message =
        problem.getMessage() == null ? problem.getClass().getSimpleName() : problem.getMessage();
    return message.replaceAll("\\s+", " ").strip();
  }

  private static int number(String option, String text, int min, int max) {
    long value = text.matches("-?[0-9]{1,12}") ? Long.parseLong(text) : Long.MIN_VALUE;
    if (value < min || value > max) {
      throw new BadInputException(
          "%s: '%s' is not in range; allowed: a whole number from %d to %d"
              .formatted(option, text, min, max));
    }
    return (int) value;
  }
}
