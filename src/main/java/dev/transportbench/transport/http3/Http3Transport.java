package dev.transportbench.transport.http3;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.PlainTransport;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.transport.http.Errand;
import dev.transportbench.transport.quic.NettyQuicCodec;
import dev.transportbench.transport.quic.QuicCodec;
import dev.transportbench.transport.quic.QuicTransport;
import dev.transportbench.transport.stream.StreamClient;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * {@code quic} with HTTP/3 in between: each RPC is a {@code POST /rpc} with the four pseudo-headers
 * and no other, answered by {@code :status} and no other. QPACK's dynamic table is off.
 */
public class Http3Transport extends QuicTransport implements PlainTransport {
  private final Http3Messages messages;
  private final Errand errand;

  /** On Netty 4.2's codecs. */
  public Http3Transport() {
    this(new NettyQuicCodec(), new NettyHttp3Codec());
  }

  protected Http3Transport(QuicCodec quic, Http3Codec http3) {
    this(new Http3Messages(quic, http3), Errand.RPC);
  }

  private Http3Transport(Http3Messages messages, Errand errand) {
    super(messages.quic());
    this.messages = messages;
    this.errand = errand;
  }

  @Override
  public String name() {
    return "http3";
  }

  /** No streams of messages: each request has one answer. */
  @Override
  public final Set<Trait> traits() {
    Set<Trait> traits = super.traits();
    traits.remove(Trait.MESSAGE_STREAMS);
    return traits;
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
  public final String scheme() {
    return "https";
  }

  @Override
  public final boolean echoes() {
    return false;
  }

  @Override
  public final Future<RpcClient> connectPlain(
      Side side, InetSocketAddress server, Identity identity, Terms terms, String path) {
    return new Http3Transport(messages, Errand.get(path)).connect(side, server, identity, terms);
  }

  @Override
  protected String applicationProtocol() {
    return "h3";
  }

  @Override
  protected void prepareServer(Channel connection, MessageStreams streams, Terms terms) {
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
    String authority = identity.authority(server.getPort());
    Object headers = messages.http3().requestHeaders(errand.method(), authority, errand.path());
    return (requestId, request, handler) ->
        new Http3Call(
            messages,
            errand.newCall(requestId, request, handler, terms.maxMessageBytes()),
            errand,
            headers);
  }
}
