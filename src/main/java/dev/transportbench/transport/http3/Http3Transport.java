package dev.transportbench.transport.http3;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.http.Exchange;
import dev.transportbench.transport.quic.NettyQuicCodec;
import dev.transportbench.transport.quic.QuicCodec;
import dev.transportbench.transport.quic.QuicTransport;
import dev.transportbench.transport.stream.StreamClient;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * {@code quic} with HTTP/3 in between: each RPC is a {@code POST /rpc} with the four pseudo-headers
 * and no other, answered by {@code :status} and no other. QPACK's dynamic table is off.
 */
public class Http3Transport extends QuicTransport {
  private final Http3Messages messages;

  /** On Netty 4.2's codecs. */
  public Http3Transport() {
    this(new NettyQuicCodec(), new NettyHttp3Codec());
  }

  protected Http3Transport(QuicCodec quic, Http3Codec http3) {
    super(quic);
    messages = new Http3Messages(quic, http3);
  }

  @Override
  public String name() {
    return "http3";
  }

  /**
   * No 0-RTT: after a first call that way, later ones hung on both codecs, which seem to lose count
   * of how many streams the server allows when both kinds are opened before the handshake is done.
   */
  @Override
  public final Set<Handshake> handshakes() {
    return EnumSet.of(Handshake.FULL, Handshake.RESUMED);
  }

  @Override
  protected String applicationProtocol() {
    return "h3";
  }

  @Override
  protected void prepareServer(Channel connection, Terms terms) {
    Http3Answers answers = new Http3Answers(messages, terms.maxMessageBytes());
    connection.pipeline().addLast(messages.http3().serverConnection(answers::prepare));
  }

  @Override
  protected void prepareClient(Channel connection, Terms terms) {
    connection.pipeline().addLast(messages.http3().clientConnection());
  }

  @Override
  protected StreamClient.CallFactory calls(
      InetSocketAddress server, Identity identity, Terms terms) {
    String authority = identity.hostName() + ":" + server.getPort();
    Object headers = messages.http3().requestHeaders(authority, Exchange.RPC_PATH.toString());
    return (requestId, request, handler) ->
        new Http3Call(messages, requestId, request, handler, terms.maxMessageBytes(), headers);
  }
}
