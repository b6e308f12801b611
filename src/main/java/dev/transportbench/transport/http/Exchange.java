package dev.transportbench.transport.http;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.message.DelimitedReader;
import dev.transportbench.transport.message.LargeMessages;
import dev.transportbench.transport.message.MalformedMessageException;
import dev.transportbench.transport.message.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.util.AsciiString;
import java.lang.System.Logger.Level;

/**
 * One request at a server and its response, whatever the version of HTTP.
 *
 * <table>
 * <caption>Routes</caption>
 * <tr><td>{@code POST /rpc}</td><td>one delimited message each way, answered when it is whole</td></tr>
 * <tr><td>{@code POST /echo}</td><td>the request's body; for tools that know no protobuf</td></tr>
 * <tr><td>{@code GET} or {@code HEAD /bytes/N}</td><td>N bytes of {@link Payloads}; likewise</td></tr>
 * </table>
 *
 * Without a body: 404 for any other path, 405 for another method, 413 for a body that is longer
 * than a message may be, 400 for one that is no message; 503 for a large one beside too many
 * others.
 */
public abstract class Exchange implements DelimitedReader.Sink {
  public static final AsciiString GET = AsciiString.cached("GET");
  public static final AsciiString POST = AsciiString.cached("POST");
  public static final AsciiString RPC_PATH = AsciiString.cached("/rpc");
  public static final int OK = 200;
  public static final int BAD_REQUEST = 400;

  private static final System.Logger LOG = System.getLogger(Exchange.class.getName());
  private static final AsciiString HEAD = AsciiString.cached("HEAD");
  private static final AsciiString ECHO_PATH = AsciiString.cached("/echo");
  private static final String BYTES_PATH = "/bytes/";
  private static final String SCHEME_END = "://";
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int CONTENT_TOO_LARGE = 413;
  private static final int SERVICE_UNAVAILABLE = 503;

  private final Channel connection;
  private final ByteBufAllocator alloc;
  private final int maxMessageBytes;
  private DelimitedReader message;
  private ByteBuf echo;
  private ByteString payload;
  private boolean headOnly;
  private int refusal;
  private String allow;
  private boolean answered;
  private long heldBytes;

  /**
   * @param connection the one on which the request came, whatever streams it has
   */
  protected Exchange(Channel connection, int maxMessageBytes) {
    this.connection = connection;
    alloc = connection.alloc();
    this.maxMessageBytes = maxMessageBytes;
  }

  /**
   * Sends the whole response; called at most once. Takes {@code body}, which may be empty, and is
   * what a GET would get where only the head is asked for.
   */
  protected abstract void answer(int status, ByteBuf body);

  /** Whether a body that is shared by all its responses takes no memory for each. */
  protected boolean sendsWithoutCopy() {
    return true;
  }

  /** To be called first, with the request's method and path. */
  public final void head(CharSequence method, CharSequence path) {
    if (AsciiString.contentEquals(RPC_PATH, path) && AsciiString.contentEquals(POST, method)) {
      message = new DelimitedReader(maxMessageBytes);
    } else if (method == null || path == null) {
      refusal = BAD_REQUEST;
    } else {
      route(method, pathOf(path.toString()));
    }
  }

  private void route(CharSequence method, String path) {
    boolean post = AsciiString.contentEquals(POST, method);
    headOnly = AsciiString.contentEquals(HEAD, method);
    boolean get = headOnly || AsciiString.contentEquals(GET, method);
    if (RPC_PATH.contentEquals(path)) {
      expect(post, "POST");
      message = post ? new DelimitedReader(maxMessageBytes) : null;
    } else if (ECHO_PATH.contentEquals(path)) {
      expect(post, "POST");
      echo = post ? alloc.directBuffer() : null;
    } else {
      payload = payload(path);
      if (payload == null) {
        refusal = NOT_FOUND;
      } else {
        expect(get, "GET, HEAD");
      }
    }
  }

  private void expect(boolean methodAllowed, String allowed) {
    if (!methodAllowed) {
      refusal = METHOD_NOT_ALLOWED;
      allow = allowed;
    }
  }

  /** A target may be a whole URL (RFC 9112 §3.2.2), and may have a query, which means nothing. */
  private static String pathOf(String target) {
    int from = 0;
    if (!target.startsWith("/")) {
      int authority = target.indexOf(SCHEME_END);
      from = authority < 0 ? 0 : target.indexOf('/', authority + SCHEME_END.length());
    }
    int query = target.indexOf('?');
    int to = query < 0 ? target.length() : query;
    return from < 0 || from > to ? "/" : target.substring(from, to);
  }

  private static ByteString payload(String path) {
    if (!path.startsWith(BYTES_PATH)) {
      return null;
    }
    String digits = path.substring(BYTES_PATH.length());
    if (digits.isEmpty() || digits.length() > 9 || !digits.chars().allMatch(Exchange::isDigit)) {
      return null;
    }
    int bytes = Integer.parseInt(digits);
    return bytes <= RpcService.MAX_RESPONSE_BYTES ? Payloads.bytes(bytes) : null;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Whether it is certain that the body won't be read: a client that asks need not send it. */
  public final boolean refuses(long bodyBytes) {
    if (refusal == 0 && bodyBytes > maxMessageBytes) {
      refusal = CONTENT_TOO_LARGE;
    }
    return refusal != 0;
  }

  /**
   * Takes and releases the next bytes of the request's body. One that can't be answered is refused
   * at once; what comes of it later is dropped.
   */
  public final void body(ByteBuf in) {
    if (answered || refusal != 0) {
      in.release();
      return;
    }
    try {
      if (message != null) {
        message.read(in, this);
        if (!answered) {
          hold(message.unfinishedBytes());
        }
      } else {
        echo(in);
      }
    } catch (MalformedMessageException e) {
      refuse(e);
    }
  }

  private void echo(ByteBuf in) throws MalformedMessageException {
    try {
      if (echo != null) {
        long bytes = (long) echo.readableBytes() + in.readableBytes();
        if (bytes > maxMessageBytes) {
          throw MalformedMessageException.tooLong(bytes, maxMessageBytes);
        }
        hold((int) bytes);
        if (echo != null) {
          echo.writeBytes(in);
        }
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
    ServerMessage response = RpcService.answer(Messages.parseClient(in, bodyBytes));
    hold(response.getSerializedSize());
    if (!answered) {
      answered = true;
      answer(OK, Messages.encodeDelimited(alloc, response));
    }
  }

  /** Answers with 503 where there is no room. */
  private void hold(int bytes) {
    long held = LargeMessages.hold(connection, heldBytes, bytes);
    if (held >= 0) {
      heldBytes = held;
    } else {
      dropRequest();
      answered = true;
      answer(SERVICE_UNAVAILABLE, Unpooled.EMPTY_BUFFER);
    }
  }

  private void refuse(MalformedMessageException cause) {
    LOG.log(Level.WARNING, () -> "request refused: " + cause);
    dropRequest();
    if (!answered) {
      answered = true;
      answer(cause.tooLong() ? CONTENT_TOO_LARGE : BAD_REQUEST, Unpooled.EMPTY_BUFFER);
    }
  }

  /** To be called when the request has ended, or when {@link #refuses} said that it may. */
  public final void end() {
    if (answered) {
      return;
    }
    if (refusal != 0) {
      answered = true;
      answer(refusal, Unpooled.EMPTY_BUFFER);
    } else if (message != null) {
      refuse(new MalformedMessageException("the request ended before its message"));
    } else if (echo != null) {
      answered = true;
      ByteBuf body = echo;
      echo = null;
      answer(OK, body);
    } else {
      hold(headOnly || sendsWithoutCopy() ? 0 : payload.size());
      if (!answered) {
        answered = true;
        answer(OK, Unpooled.wrappedBuffer(payload.asReadOnlyByteBuffer()));
      }
    }
  }

  public final boolean answered() {
    return answered;
  }

  /** Whether the response must have no body, though it is told how long that would be. */
  public final boolean headOnly() {
    return headOnly;
  }

  /** What a 405 must name: the methods allowed; null for any other status. */
  public final String allow() {
    return allow;
  }

  /** To be called at last, answered or not; what is read later is dropped. */
  public final void close() {
    dropRequest();
    heldBytes = LargeMessages.hold(connection, heldBytes, 0);
  }

  private void dropRequest() {
    if (message != null) {
      message.close();
    }
    if (echo != null) {
      echo.release();
      echo = null;
    }
  }
}
