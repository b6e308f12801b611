package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.transport.stream.StreamClient;
import dev.transportbench.transport.stream.StreamConnection;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * A length-delimited message each way on a bidirectional stream for each RPC. A transport that puts
 * something between stream and messages overrides the protected methods.
 */
public class QuicTransport implements Transport {
  private final QuicCodec codec;

  /** On Netty 4.2's codec. */
  public QuicTransport() {
    this(new NettyQuicCodec());
  }

  protected QuicTransport(QuicCodec codec) {
    this.codec = codec;
  }

  /** What does the work. */
  protected final QuicCodec codec() {
    return codec;
  }

  @Override
  public String name() {
    return "quic";
  }

  @Override
  public Set<Trait> traits() {
    return EnumSet.of(
        Trait.MULTIPLEXED,
        Trait.STREAM_PER_RPC,
        Trait.RELIABLE,
        Trait.ENCRYPTED,
        Trait.UDP,
        Trait.FLOW_WINDOWS,
        Trait.MESSAGE_STREAMS);
  }

  @Override
  public Set<Handshake> handshakes() {
    return EnumSet.allOf(Handshake.class);
  }

  @Override
  public final Future<RpcServer> serve(Side side, int port, Identity identity, Terms terms) {
    return QuicServer.listen(this, side, port, identity, terms);
  }

  @Override
  public final Future<RpcClient> connect(
      Side side, InetSocketAddress server, Identity identity, Terms terms) {
    return QuicConnector.connect(this, side, server, identity, terms);
  }

  /** What the two ends must agree on by ALPN (RFC 7301). */
  protected String applicationProtocol() {
    return "transport-bench";
  }

  /** Adds to a new connection of the server what answers its streams. */
  protected void prepareServer(Channel connection, MessageStreams streams, Terms terms) {
    connection.pipeline().addLast(new QuicAnswers(codec, streams, terms.maxMessageBytes()));
  }

  /** Adds to a new connection of the client what its protocol needs beside the streams of calls. */
  protected void prepareClient(Channel connection, Terms terms) {}

  /**
   * Makes the client of a connection whose handshake is done.
   *
   * @return done when an RPC can be sent, or failed with the reason
   */
  protected Future<? extends RpcClient> client(
      Channel channel,
      StreamConnection connection,
      InetSocketAddress server,
      Identity identity,
      Terms terms) {
    return channel
        .eventLoop()
        .newSucceededFuture(new StreamClient(connection, calls(server, identity, terms)));
  }

  /** Makes calls for a connection of the client. */
  protected StreamClient.CallFactory calls(
      InetSocketAddress server, Identity identity, Terms terms) {
    return (requestId, request, handler) ->
        new QuicCall(codec, requestId, request, handler, terms.maxMessageBytes());
  }
}
