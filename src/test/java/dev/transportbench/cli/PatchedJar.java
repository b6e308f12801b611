package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A copy of the jar whose server does something more for each RPC: a change whose size is known.
 */
enum PatchedJar {
  /** 64 bytes of heap, over any transport. */
  ALLOCATES(
      Patch.SERVICE, "if (ofServer()) { kept = new byte[48]; }", "static volatile byte[] kept;"),

  /** 20 µs of the server's CPU, over any transport. */
  SPINS(
      Patch.SERVICE,
      "if (ofServer()) { long end = System.nanoTime() + 20_000; while (System.nanoTime() < end) { } }",
      ""),

  /**
   * 16 bytes more in each response over {@code tcp}, a field that the client does not know; no
   * heap.
   */
  SENDS(
      Patch.TCP,
      "io.netty.buffer.ByteBuf b ="
          + " (io.netty.buffer.ByteBuf) framing.encode(ctx.alloc(), RpcService.answer(request));"
          + " int at = b.readerIndex();"
          + " int length = (b.getByte(at) & 0x7f | b.getByte(at + 1) << 7) + MORE.length;"
          + " b.setByte(at, length | 0x80); b.setByte(at + 1, length >> 7); b.writeBytes(MORE);"
          + " ctx.write(b, ctx.voidPromise()); if (b != null) { return; }",
      "private static final byte[] MORE = {0x7a, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};");

  /** What answers an RPC. */
  private enum Patch {
    /** The null transport's client answers itself: its thread is left alone. */
    SERVICE(
        "rpc/RpcService",
        "public static Response answer(Request request) {",
        // Role.SERVER's prefix, of which the method would allocate.
        "private static boolean ofServer() {"
            + " return Thread.currentThread().getName().startsWith(\"server-\"); }"),
    TCP("transport/tcp/ServerHandler", "private void answer(ClientMessage request) {", "");

    private final Path source;
    private final String method;
    private final String helper;

    Patch(String source, String method, String helper) {
      this.source = Path.of("src/main/java/dev/transportbench/" + source + ".java");
      this.method = method;
      this.helper = helper;
    }
  }

  private final Patch patch;
  private final String statement;
  private final String field;

  PatchedJar(Patch patch, String statement, String field) {
    this.patch = patch;
    this.statement = statement;
    this.field = field;
  }

  Path of(Path jar, Path folder) throws IOException {
    String text = Files.readString(patch.source);
    assertThat(text).containsOnlyOnce(patch.method);
    Path source =
        Files.createDirectories(folder.resolve(name())).resolve(patch.source.getFileName());
    Files.writeString(
        source,
        text.replace(patch.method, String.join(" ", patch.helper, field, patch.method, statement)));
    Path classes = Files.createDirectories(folder.resolve(name() + "-classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "--release",
            "17",
            "-proc:none",
            "-nowarn",
            "-cp",
            jar.toString(),
            "-d",
            classes.toString(),
            source.toString());
    assertThat(compiler.run(null, null, null, options.toArray(String[]::new))).isZero();
    Path patched = folder.resolve(name().toLowerCase(java.util.Locale.ROOT) + ".jar");
    Files.copy(jar, patched);
    try (FileSystem zip =
            FileSystems.newFileSystem(URI.create("jar:" + patched.toUri()), Map.of());
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(
            file, zip.getPath("/" + classes.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return patched;
  }
}
