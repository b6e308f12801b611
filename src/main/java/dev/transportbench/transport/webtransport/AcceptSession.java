package dev.transportbench.transport.webtransport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;

/**
 * A request stream at the server: an extended CONNECT (RFC 9220) for WebTransport opens a session,
 * everything else is not found.
 */
final class AcceptSession extends ConnectStream {
  private static final String OK = "200";
  private static final String NOT_FOUND = "404";
  private static final String TOO_MANY_REQUESTS = "429";

  private final WebTransportConnection connection;
  private boolean asked;

  AcceptSession(WebTransportConnection connection) {
    this.connection = connection;
  }

  @Override
  protected void channelRead(ChannelHandlerContext ctx, Http3HeadersFrame frame) {
    if (asked) {
      // Trailers.
      return;
    }
    asked = true;
    Http3Headers request = frame.headers();
    boolean connect =
        "CONNECT".contentEquals(request.method())
            && request.protocol() != null
            && PROTOCOL.contentEquals(request.protocol());
    if (!connect) {
      refuse(NOT_FOUND);
    } else if (!connection.hasRoom()) {
      refuse(TOO_MANY_REQUESTS);
    } else {
      accept(String.valueOf(request.path()));
    }
  }

  private void accept(String path) {
    WebTransportSession session =
        new WebTransportSession(connection, this, stream().streamId(), path);
    SessionHandler handler = connection.accept(session);
    if (handler == null) {
      refuse(NOT_FOUND);
      return;
    }
    session.setHandler(handler);
    setSession(session);
    Http3Headers response = new DefaultHttp3Headers().status(OK);
    // The older dialect wants to hear that it was understood.
    response.add("sec-webtransport-http3-draft", "draft02");
    stream().writeAndFlush(new DefaultHttp3HeadersFrame(response));
    connection.register(session);
    session.open();
  }

  private void refuse(String status) {
    connection.ended(stream().streamId());
    stream().writeAndFlush(new DefaultHttp3HeadersFrame(new DefaultHttp3Headers().status(status)));
    endStream();
  }
}
