package dev.transportbench.transport.http2;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.transport.http.Errand;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A first request to a server, and what its response says of other ways to reach it.
 *
 * @param client stays open
 * @param altSvc the field of that name (RFC 7838 §3)
 */
public record FirstVisit(RpcClient client, String altSvc) {
  static final AsciiString ALT_SVC = AsciiString.cached("alt-svc");

  private static final Errand REQUEST = Errand.get("/bytes/0");

  /**
   * Connects and asks.
   *
   * @return done with the response's head; failed when that has no such field, too
   */
  public static Future<FirstVisit> make(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    Promise<FirstVisit> made = side.loop().newPromise();
    Visitor visitor =
        new Visitor(identity.authority(server.getPort()), terms.maxMessageBytes(), made);
    Http2Transport.connect(side, server, identity, terms, visitor)
        .addListener(
            connected -> {
              if (connected.isSuccess()) {
                visitor.call(1, Request.getDefaultInstance(), visitor);
                visitor.flush();
              } else {
                made.tryFailure(connected.cause());
              }
            });
    return made;
  }

  private static final class Visitor extends Http2Client implements RpcClient.ResponseHandler {
    private final Promise<FirstVisit> made;

    Visitor(String authority, int maxMessageBytes, Promise<FirstVisit> made) {
      super(authority, maxMessageBytes, REQUEST);
      this.made = made;
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end)
        throws Http2Exception {
      CharSequence altSvc = headers.get(ALT_SVC);
      if (altSvc != null) {
        made.trySuccess(new FirstVisit(this, altSvc.toString()));
      }
      super.onHeadersRead(ctx, streamId, headers, padding, end);
    }

    @Override
    public void onResponse(int requestId, Response response) {
      if (made.tryFailure(new IOException("response: no field alt-svc"))) {
        close();
      }
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      if (made.tryFailure(cause)) {
        close();
      }
    }
  }
}
