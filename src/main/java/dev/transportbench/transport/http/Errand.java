package dev.transportbench.transport.http;

import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.transport.message.Messages;
import dev.transportbench.transport.message.PendingCall;
import dev.transportbench.transport.message.PlainCall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;

/** What a client does with each of its calls, whatever the version of HTTP. */
public final class Errand {
  /** {@code POST /rpc} with a message. */
  public static final Errand RPC = new Errand(Exchange.POST, Exchange.RPC_PATH, false);

  private final AsciiString method;
  private final AsciiString path;
  private final boolean plain;

  private Errand(AsciiString method, AsciiString path, boolean plain) {
    this.method = method;
    this.path = path;
    this.plain = plain;
  }

  /** A GET, as any server understands it. */
  public static Errand get(String path) {
    return new Errand(Exchange.GET, AsciiString.of(path), true);
  }

  public AsciiString method() {
    return method;
  }

  public AsciiString path() {
    return path;
  }

  /** A call that reads what comes back. */
  public PendingCall newCall(
      int requestId, Request request, ResponseHandler handler, int maxMessageBytes) {
    return plain
        ? new PlainCall(requestId, request, handler, maxMessageBytes, PlainCall.UNTIL_END)
        : new PendingCall(requestId, request, handler, maxMessageBytes);
  }

  /** The body of a call's request; empty where there is none. To be asked for once. */
  public ByteBuf body(ByteBufAllocator alloc, PendingCall call) {
    return plain ? Unpooled.EMPTY_BUFFER : Messages.encodeDelimited(alloc, call.takeMessage());
  }
}
