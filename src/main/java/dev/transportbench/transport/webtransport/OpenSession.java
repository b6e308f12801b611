package dev.transportbench.transport.webtransport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/** A client's extended CONNECT (RFC 9220), and the session that it opens. */
final class OpenSession extends ConnectStream {
  private final WebTransportConnection connection;
  private final String authority;
  private final String path;
  private final SessionHandler handler;
  private final Promise<WebTransportSession> opened;

  OpenSession(
      WebTransportConnection connection,
      String authority,
      String path,
      SessionHandler handler,
      Promise<WebTransportSession> opened) {
    this.connection = connection;
    this.authority = authority;
    this.path = path;
    this.handler = handler;
    this.opened = opened;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    WebTransportSession session =
        new WebTransportSession(connection, this, stream().streamId(), path);
    session.setHandler(handler);
    setSession(session);
    // The server's first streams and datagrams may overtake its answer.
    connection.register(session);
    Http3Headers request = new DefaultHttp3Headers();
    request
        .method("CONNECT")
        .protocol(PROTOCOL)
        .scheme("https")
        .authority(authority)
        .path(path)
        .add("sec-webtransport-http3-draft02", "1");
    ctx.writeAndFlush(new DefaultHttp3HeadersFrame(request));
  }

  @Override
  protected void channelRead(ChannelHandlerContext ctx, Http3HeadersFrame frame) {
    if (session().isOpen() || opened.isDone()) {
      return;
    }
    String status = String.valueOf(frame.headers().status());
    if (status.startsWith("2")) {
      session().open();
      opened.trySuccess(session());
    } else if (!status.startsWith("1")) {
      opened.tryFailure(
          new IOException("the server refused the session at %s: %s".formatted(path, status)));
      ctx.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    opened.tryFailure(new ClosedChannelException());
    super.channelInactive(ctx);
  }
}
