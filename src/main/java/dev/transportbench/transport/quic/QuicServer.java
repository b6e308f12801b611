package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.AcceptedConnections;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.Map;

/** Listens on one UDP socket, and answers on every connection that comes through it. */
final class QuicServer implements RpcServer {
  private static final System.Logger LOG = System.getLogger(QuicServer.class.getName());

  private static final AttributeKey<Boolean> EARLY =
      AttributeKey.valueOf(QuicServer.class, "early");

  private final Side side;
  private final AcceptedConnections connections;
  private Channel socket;

  private QuicServer(QuicCodec codec, Side side, Terms terms) {
    this.side = side;
    connections =
        new AcceptedConnections(
            side.loop(),
            (connection, to) ->
                QuicSettings.addTerms(
                    codec, socket, connection, connection.hasAttr(EARLY), terms, to),
            codec::addCounters);
  }

  static Future<RpcServer> listen(
      QuicTransport transport, Side side, int port, Identity identity, Terms terms) {
    Promise<RpcServer> listening = side.loop().newPromise();
    QuicServer server = new QuicServer(transport.codec(), side, terms);
    ChannelHandler codec;
    try {
      codec = server.codec(transport, identity, terms);
    } catch (IllegalArgumentException e) {
      return listening.setFailure(e);
    }
    ChannelFuture bound =
        new Bootstrap()
            .group(side.loop())
            .channel(side.io().datagramChannel())
            .handler(codec)
            .bind(side.address(), port);
    server.socket = bound.channel();
    bound.addListener(
        done -> {
          if (done.isSuccess()) {
            try {
              QuicSettings.prepareSocket(server.socket, terms);
              QuicSettings.readSingly(server.socket, terms);
              listening.setSuccess(server);
            } catch (IllegalArgumentException e) {
              server.socket.close();
              listening.setFailure(e);
            }
          } else {
            listening.setFailure(done.cause());
          }
        });
    return listening;
  }

  private ChannelHandler codec(QuicTransport transport, Identity identity, Terms terms) {
    MessageStreams streams = new MessageStreams();
    return transport
        .codec()
        .server(
            identity,
            transport.applicationProtocol(),
            terms,
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel connection) {
                connection.pipeline().addLast(new Accept());
                transport.prepareServer(connection, streams, terms);
              }
            });
  }

  /** Counts a connection when it is active: when its handshake is done, or in its early data. */
  private final class Accept extends ChannelInboundHandlerAdapter {
    private boolean handshakeDone;

    @Override
    public void channelRegistered(ChannelHandlerContext ctx) {
      ctx.fireChannelRegistered();
      // The codec reads of itself only from the handshake's end on: a round trip late for 0-RTT.
      ctx.read();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      connections.add(ctx.channel());
      ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object opened) {
      if (!handshakeDone) {
        ctx.channel().attr(EARLY).set(true);
      }
      ctx.fireChannelRead(opened);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      handshakeDone |= event instanceof SslHandshakeCompletionEvent;
      ctx.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      // The codec closes the connection where it must; a packet that it can't read is no reason.
      LOG.log(Level.DEBUG, () -> ctx.channel() + ": " + cause);
    }
  }

  @Override
  public InetSocketAddress address() {
    return (InetSocketAddress) socket.localAddress();
  }

  @Override
  public int connectionsAccepted() {
    return connections.count();
  }

  @Override
  public Map<String, String> negotiated() {
    return connections.negotiated();
  }

  @Override
  public Map<String, Double> counters() {
    return connections.counters();
  }

  @Override
  public Future<Void> close() {
    // The socket last: it carries the news that the connections are closed.
    connections.closeAll().addListener(allClosed -> socket.close());
    return socket.closeFuture();
  }
}
