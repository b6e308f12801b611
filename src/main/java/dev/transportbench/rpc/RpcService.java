package dev.transportbench.rpc;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Error;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.rpc.proto.ServerMessage;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What the server does, the same behind every transport. No state and no I/O; the clock is read for
 * a request that carries its own time ({@code sent_nanos}), which comes back with the server's.
 *
 * <table>
 * <caption>Methods</caption>
 * <tr><th>method</th><th>response</th></tr>
 * <tr><td>{@code echo}</td><td>the request's payload</td></tr>
 * <tr><td>{@code download}</td><td>{@code response_bytes} bytes of {@link Payloads}</td></tr>
 * <tr><td>{@code upload}</td><td>the CRC-32C of the request's payload, four bytes, the highest first</td></tr>
 * <tr><td>{@code fail}</td><td>error INTERNAL</td></tr>
 * <tr><td>anything else</td><td>error UNKNOWN_METHOD</td></tr>
 * </table>
 */
public final class RpcService {
  public static final String ECHO = "echo";
  public static final String DOWNLOAD = "download";
  public static final String UPLOAD = "upload";
  public static final String FAIL = "fail";

  /** The longest response that {@link #DOWNLOAD} gives. */
  public static final int MAX_RESPONSE_BYTES = 4 << 20;

  private RpcService() {}

  /** Answers a whole message, keeping its id. */
  public static ServerMessage answer(ClientMessage message) {
    return ServerMessage.newBuilder()
        .setRequestId(message.getRequestId())
        .setResponse(answer(message.getRequest()))
        .setMore(message.getMore())
        .build();
  }

  /** Answers one request; never throws. */
  public static Response answer(Request request) {
    switch (request.getMethod()) {
      case ECHO:
        return echo(request);
      case DOWNLOAD:
        return download(request.getResponseBytes());
      case UPLOAD:
        return Response.newBuilder().setPayload(digest(request.getPayload())).build();
      case FAIL:
        return error(Error.Code.INTERNAL, "failed as asked");
      default:
        return error(
            Error.Code.UNKNOWN_METHOD,
            "method: '%s' is unknown; allowed: %s, %s, %s, %s"
                .formatted(request.getMethod(), ECHO, DOWNLOAD, UPLOAD, FAIL));
    }
  }

  /** What {@link #UPLOAD} answers to a payload. */
  public static ByteString digest(ByteString payload) {
    CRC32C crc = new CRC32C();
    for (ByteBuffer part : payload.asReadOnlyByteBufferList()) {
      crc.update(part);
    }
    return ByteString.copyFrom(ByteBuffer.allocate(Integer.BYTES).putInt(0, (int) crc.getValue()));
  }

  private static Response echo(Request request) {
    Response.Builder response = Response.newBuilder().setPayload(request.getPayload());
    if (request.getSentNanos() != 0) {
      response.setSentNanos(request.getSentNanos()).setReceivedNanos(System.nanoTime());
    }
    return response.build();
  }

  private static Response download(int bytes) {
    if (bytes < 0 || bytes > MAX_RESPONSE_BYTES) {
      return error(
          Error.Code.INVALID_ARGUMENT,
          "response_bytes: %s; allowed: 0 to %d"
              .formatted(Integer.toUnsignedString(bytes), MAX_RESPONSE_BYTES));
    }
    ByteString payload = Payloads.bytes(bytes);
    return Response.newBuilder().setPayload(payload).build();
  }

  private static Response error(Error.Code code, String message) {
    return Response.newBuilder()
        .setError(Error.newBuilder().setCode(code).setMessage(message))
        .build();
  }
}
