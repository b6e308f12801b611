package dev.transportbench.link.emulator;

import dev.transportbench.link.Impairment;
import dev.transportbench.link.Semantics;
import dev.transportbench.link.linux.Namespace;
import dev.transportbench.link.linux.TunDevice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The emulator process. Arguments: path of the client's namespace, path of the server's, name of
 * the device to make in each.
 *
 * <p>When both devices are there and its code is warm it writes {@code ready PRIORITY}. Then each
 * line on standard input is a command, answered by one line: {@code impair SEED SEMANTICS UP DOWN}
 * by {@code ok}, {@code figures} by a JSON object, {@code log EVENTS} (how many to remember) by
 * {@code ok}, {@code save FILE} (what is remembered, the path URL-encoded) by {@code ok} or {@code
 * failed WHY}, {@code capture FILE} (every packet from now on, see {@link Capture}), {@code pause}
 * and {@code resume} likewise, {@code uncapture} by {@code captured} and four counts. It ends when
 * standard input does, so that it never outlives whoever started it, however that one ended.
 */
public final class EmulatorMain {
  // At 200,000 packets/s a third of a second of delay; memory is taken only as it is used.
  private static final int SLOTS = 65_536;
  // The largest packet of an MTU of 1500, and the start of a cache line.
  private static final int SLOT_BYTES = 1_536;
  private static final int WARM_UP_PACKETS = 60_000;
  private static final long WARM_UP_NANOS = 700_000_000L;

  private static final long JOIN_MILLIS = 100;

  /** Only for the thread that serves commands. */
  private static Capture capture;

  private EmulatorMain() {}

  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    CompletableFuture<Engine> started = new CompletableFuture<>();
    Thread packets =
        new Thread(() -> movePackets(args[0], args[1], args[2], started, out), "packets");
    packets.setUncaughtExceptionHandler(
        (thread, e) -> {
          out.println("failed " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
          Runtime.getRuntime().halt(1);
        });
    packets.start();
    serve(
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)),
        started,
        out);
    // The machine waits 300 ms for a thread that sits in a system call; so end that one first.
    if (started.isDone()) {
      if (capture != null) {
        // Whoever started this one may have been killed: what was seen until then is kept.
        endCapture(started.join());
      }
      started.join().stop();
      packets.join(JOIN_MILLIS);
    }
    // No other tidying: the kernel takes devices, namespaces and memory back.
    Runtime.getRuntime().halt(0);
  }

  private static void movePackets(
      String clientNamespace,
      String serverNamespace,
      String device,
      CompletableFuture<Engine> started,
      PrintStream out) {
    PacketStore store = new PacketStore(SLOTS, SLOT_BYTES);
    WarmUp.run(store, WARM_UP_PACKETS, WARM_UP_NANOS);
    // What that left behind is collected now, or switching impairments on would be the last straw.
    System.gc();
    int clientFd = openDevice(clientNamespace, device);
    int serverFd = openDevice(serverNamespace, device);
    Priority priority = Priority.raise();
    WakeUpLead lead = new WakeUpLead(priority == Priority.FIFO);
    Engine engine = new Engine(clientFd, serverFd, store, lead);
    started.complete(engine);
    out.println("ready " + priority.label());
    engine.run();
  }

  private static int openDevice(String namespacePath, String device) {
    try (Namespace namespace = Namespace.at(namespacePath)) {
      return namespace.call(() -> TunDevice.open(device));
    }
  }

  private static void serve(BufferedReader in, CompletableFuture<Engine> started, PrintStream out)
      throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Engine engine = started.join();
      String[] words = line.split(" ");
      switch (words[0]) {
        case "impair":
          engine.impair(
              Impairment.ofWord(words[3]),
              Impairment.ofWord(words[4]),
              Semantics.valueOf(words[2]),
              Long.parseLong(words[1]));
          out.println("ok");
          break;
        case "log":
          engine.log(Integer.parseInt(words[1]));
          out.println("ok");
          break;
        case "save":
          out.println(save(engine.logged(), URLDecoder.decode(words[1], StandardCharsets.UTF_8)));
          break;
        case "capture":
          out.println(capture(engine, URLDecoder.decode(words[1], StandardCharsets.UTF_8)));
          break;
        case "pause":
          engine.pauseCapture(true);
          out.println("ok");
          break;
        case "resume":
          engine.pauseCapture(false);
          out.println("ok");
          break;
        case "uncapture":
          out.println(endCapture(engine));
          break;
        case "figures":
          List<LaneFigures> figures = engine.figures();
          out.println(
              "{\"up\":"
                  + figures.get(0).toJson()
                  + ",\"down\":"
                  + figures.get(1).toJson()
                  + ",\"wakeUps\":"
                  + engine.wakeUpsJson()
                  + "}");
          break;
        default:
          out.println("failed unknown command " + words[0]);
      }
    }
  }

  private static String capture(Engine engine, String file) {
    try {
      capture = new Capture(Path.of(file));
      engine.capture(capture);
      return "ok";
    } catch (IOException e) {
      return failed(e);
    }
  }

  private static String endCapture(Engine engine) {
    if (capture == null) {
      return "failed nothing is captured";
    }
    Capture ended = capture;
    capture = null;
    engine.capture(null);
    try {
      ended.close();
      return "captured " + ended.counts();
    } catch (IOException e) {
      return failed(e);
    }
  }

  private static String failed(IOException e) {
    return "failed " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
  }

  private static String save(byte[] bytes, String file) {
    try {
      Files.write(Path.of(file), bytes);
      return "ok";
    } catch (IOException e) {
      return failed(e);
    }
  }
}
