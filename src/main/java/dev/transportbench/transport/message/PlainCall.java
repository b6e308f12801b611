package dev.transportbench.transport.message;

import com.google.protobuf.ByteString;
import dev.transportbench.rpc.RpcClient.ResponseHandler;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import io.netty.buffer.ByteBuf;
import java.io.IOException;

/**
 * A call of a server that knows nothing of {@code rpc.proto}: all that comes back is the response's
 * payload.
 */
public final class PlainCall extends PendingCall {
  /** The response ends when its stream, or its part of one, does. */
  public static final int UNTIL_END = -1;

  private final int maxBytes;
  private final int expectedBytes;
  private final ByteString.Output body = ByteString.newOutput();

  /**
   * @param expectedBytes after how many bytes the response is complete, whether or not anything
   *     ends; or {@link #UNTIL_END}
   */
  public PlainCall(
      int requestId, Request request, ResponseHandler handler, int maxBytes, int expectedBytes) {
    super(requestId, request, handler, maxBytes);
    this.maxBytes = maxBytes;
    this.expectedBytes = expectedBytes;
  }

  @Override
  public void read(ByteBuf in) throws MalformedMessageException {
    arrived(in.readableBytes());
    try {
      long soFarBytes = (long) body.size() + in.readableBytes();
      if (soFarBytes > maxBytes) {
        throw MalformedMessageException.tooLong(soFarBytes, maxBytes);
      }
      in.readBytes(body, in.readableBytes());
    } catch (MalformedMessageException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } finally {
      in.release();
    }
    if (expectedBytes != UNTIL_END && body.size() >= expectedBytes) {
      end();
    }
  }

  @Override
  public void end() {
    if (!settled()) {
      complete(Response.newBuilder().setPayload(body.toByteString()).build());
    }
  }
}
