package dev.transportbench.benchmark.framing;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.tls.Tls;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * TLS 1.3 records, sealed and opened by BoringSSL through the engine that the transports use, after
 * a handshake in memory. A record can be opened once only, in its turn.
 */
final class TlsCodec extends ContentCodec {
  private static final int RECORD_CONTENT_BYTES = 16 << 10;
  private static final int MAX_RECORD_BYTES = RECORD_CONTENT_BYTES + 256;

  private final EmbeddedChannel client = new EmbeddedChannel();
  private final EmbeddedChannel server = new EmbeddedChannel();
  private final SSLEngine sealing;
  private final SSLEngine opening;
  private final ByteBuffer opened;

  TlsCodec(ByteBuf content) {
    super(content);
    Identity identity = Identity.selfSigned();
    Terms terms = Terms.standard(1);
    Tls.addServer(server, identity, Tls.NO_ALPN, terms);
    Tls.addClient(
        client,
        InetSocketAddress.createUnresolved(identity.hostName(), 1),
        identity,
        Tls.NO_ALPN,
        terms);
    shakeHands();
    sealing = client.pipeline().get(SslHandler.class).engine();
    opening = server.pipeline().get(SslHandler.class).engine();
    opened = ByteBuffer.allocateDirect(contentBytes() + MAX_RECORD_BYTES);
  }

  private void shakeHands() {
    boolean moved = true;
    while (moved) {
      moved = move(client, server) | move(server, client);
    }
    if (!client.pipeline().get(SslHandler.class).handshakeFuture().isSuccess()) {
      throw new IllegalStateException("no TLS handshake in memory");
    }
  }

  /** The handlers flush by themselves; a flush from here would make an empty record each time. */
  private static boolean move(EmbeddedChannel from, EmbeddedChannel to) {
    from.runPendingTasks();
    boolean moved = false;
    ByteBuf bytes;
    while ((bytes = from.readOutbound()) != null) {
      moved |= bytes.isReadable();
      to.writeInbound(bytes);
    }
    to.runPendingTasks();
    return moved;
  }

  @Override
  public ByteBuf encode() {
    ByteBuf content = content();
    int records = Math.max(1, (contentBytes() + RECORD_CONTENT_BYTES - 1) / RECORD_CONTENT_BYTES);
    ByteBuf out = ALLOC.directBuffer(records * MAX_RECORD_BYTES);
    try {
      ByteBuffer in = content.nioBuffer();
      while (in.hasRemaining()) {
        ByteBuffer space = out.nioBuffer(out.writerIndex(), out.writableBytes());
        SSLEngineResult result = sealing.wrap(in, space);
        check(result, result.bytesConsumed());
        out.writerIndex(out.writerIndex() + result.bytesProduced());
      }
      return out;
    } catch (SSLException e) {
      throw new IllegalStateException(e);
    } finally {
      content.release();
    }
  }

  @Override
  public int decode(ByteBuf wire) {
    opened.clear();
    try {
      ByteBuffer in = wire.nioBuffer();
      while (in.hasRemaining()) {
        SSLEngineResult result = opening.unwrap(in, opened);
        check(result, result.bytesConsumed());
      }
      return opened.position();
    } catch (SSLException e) {
      throw new IllegalStateException(e);
    } finally {
      wire.release();
    }
  }

  private static void check(SSLEngineResult result, int progress) {
    if (result.getStatus() != SSLEngineResult.Status.OK || progress == 0) {
      throw new IllegalStateException("TLS engine: " + result);
    }
  }

  @Override
  public ByteBuf nextWire() {
    return encode();
  }

  @Override
  public boolean wireIsMadeAnew() {
    return true;
  }

  @Override
  public void close() {
    super.close();
    client.finishAndReleaseAll();
    server.finishAndReleaseAll();
  }
}
