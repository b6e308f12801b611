package dev.transportbench.transport.http;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;

/**
 * One request at a server and its response, whatever the version of HTTP.
 *
 * <table>
 * <caption>Routes</caption>
 * <tr><td>{@code POST /rpc}</td><td>one delimited message each way, answered when it is whole</td></tr>
 * <tr><td>{@code POST /echo}</td><td>the request's body; for tools that know no protobuf</td></tr>
 * <tr><td>{@code GET /bytes/N}</td><td>N bytes of {@link Payloads}; likewise</td></tr>
 * <tr><td>anything else</td><td>404, without a body</td></tr>
 * </table>
 */
public abstract class Exchange implements DelimitedReader.Sink {
  public static final AsciiString POST = AsciiString.cached("POST");
  public static final AsciiString RPC_PATH = AsciiString.cached("/rpc");
  public static final int OK = 200;

  private static final AsciiString GET = AsciiString.cached("GET");
  private static final AsciiString ECHO_PATH = AsciiString.cached("/echo");
  private static final String BYTES_PATH = "/bytes/";
  private static final int NOT_FOUND = 404;

  private final ByteBufAllocator alloc;
  private final int maxMessageBytes;
  private DelimitedReader message;
  private ByteBuf echo;
  private ByteString payload;
  private boolean answered;

  protected Exchange(ByteBufAllocator alloc, int maxMessageBytes) {
    this.alloc = alloc;
    this.maxMessageBytes = maxMessageBytes;
  }

  /** Sends the whole response; called at most once. Takes {@code body}, which may be empty. */
  protected abstract void answer(int status, ByteBuf body);

  /** To be called first, with the request's method and path. */
  public final void head(CharSequence method, CharSequence path) {
    if (AsciiString.contentEquals(POST, method)) {
      if (AsciiString.contentEquals(RPC_PATH, path)) {
        message = new DelimitedReader(maxMessageBytes);
      } else if (AsciiString.contentEquals(ECHO_PATH, path)) {
        echo = alloc.directBuffer();
      }
    } else if (AsciiString.contentEquals(GET, method) && path != null) {
      payload = payload(path.toString());
    }
  }

  private static ByteString payload(String path) {
    if (!path.startsWith(BYTES_PATH)) {
      return null;
    }
    try {
      int bytes = Integer.parseInt(path.substring(BYTES_PATH.length()));
      boolean allowed = bytes >= 0 && bytes <= RpcService.MAX_RESPONSE_BYTES;
      return allowed ? Payloads.bytes(bytes) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * Takes and releases the next bytes of the request's body.
   *
   * @throws MalformedMessageException when the request can't be answered: it must be refused
   */
  public final void body(ByteBuf in) throws MalformedMessageException {
    if (message != null) {
      message.read(in, this);
      return;
    }
    try {
      if (echo != null) {
        long bytes = (long) echo.readableBytes() + in.readableBytes();
        if (bytes > maxMessageBytes) {
          throw MalformedMessageException.tooLong(bytes, maxMessageBytes);
        }
        echo.writeBytes(in);
      }
    } finally {
      in.release();
    }
  }

  @Override
  public final void message(ByteBuf in, int bodyBytes) throws MalformedMessageException {
    if (answered) {
      throw new MalformedMessageException("a second message in one request");
    }
    answered = true;
    answer(
        OK,
        Messages.encodeDelimited(alloc, RpcService.answer(Messages.parseClient(in, bodyBytes))));
  }

  /**
   * To be called when the request has ended.
   *
   * @throws MalformedMessageException when it ended too early: it must be refused
   */
  public final void end() throws MalformedMessageException {
    if (answered) {
      return;
    }
    if (message != null) {
      throw new MalformedMessageException("the request ended before its message");
    }
    answered = true;
    if (echo != null) {
      ByteBuf body = echo;
      echo = null;
      answer(OK, body);
    } else if (payload != null) {
      answer(OK, Unpooled.wrappedBuffer(payload.asReadOnlyByteBuffer()));
    } else {
      answer(NOT_FOUND, Unpooled.EMPTY_BUFFER);
    }
  }

  public final boolean answered() {
    return answered;
  }

  /** To be called at last, answered or not; what is read later is dropped. */
  public final void close() {
    if (message != null) {
      message.close();
    }
    if (echo != null) {
      echo.release();
      echo = null;
    }
  }
}
