package dev.transportbench.transport.quic;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.HandshakeTimes;
import dev.transportbench.transport.stream.StreamClient;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;

/** Opens the one connection of a client, on a UDP socket of its own. */
final class QuicConnector {
  private static final int CONNECT_TIMEOUT_MILLIS = 30_000;

  private final QuicTransport transport;
  private final InetSocketAddress server;
  private final Identity identity;
  private final Terms terms;
  private final HeldFlush packets = new HeldFlush();
  private final Promise<RpcClient> ready;
  private StreamClient client;
  private boolean early;

  private QuicConnector(
      QuicTransport transport,
      InetSocketAddress server,
      Identity identity,
      Terms terms,
      Promise<RpcClient> ready) {
    this.transport = transport;
    this.server = server;
    this.identity = identity;
    this.terms = terms;
    this.ready = ready;
  }

  static Future<RpcClient> connect(
      QuicTransport transport,
      Side side,
      InetSocketAddress server,
      Identity identity,
      Terms terms) {
    Promise<RpcClient> ready = side.loop().newPromise();
    QuicConnector connector = new QuicConnector(transport, server, identity, terms, ready);
    ChannelHandler codec;
    try {
      codec = transport.codec().client(server, identity, transport.applicationProtocol(), terms);
    } catch (IllegalArgumentException e) {
      return ready.setFailure(e);
    }
    ChannelFuture bound =
        new Bootstrap()
            .group(side.loop())
            .channel(side.io().datagramChannel())
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel socket) {
                    socket.pipeline().addLast(connector.packets, codec);
                  }
                })
            .bind(side.address(), 0);
    bound.addListener(
        done -> {
          if (done.isSuccess()) {
            connector.handshake(bound.channel());
          } else {
            ready.setFailure(done.cause());
          }
        });
    return ready;
  }

  private void handshake(Channel socket) {
    try {
      QuicSettings.prepareSocket(socket, terms);
    } catch (IllegalArgumentException e) {
      socket.close();
      ready.setFailure(e);
      return;
    }
    Future<? extends Channel> connecting =
        transport
            .codec()
            .connect(
                socket,
                server,
                terms,
                CONNECT_TIMEOUT_MILLIS,
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    // Later, since the socket may be in the midst of reading.
                    connection
                        .closeFuture()
                        .addListener(closed -> socket.eventLoop().execute(socket::close));
                    HandshakeTimes.begin(connection);
                    transport.prepareClient(connection, terms);
                    connection.pipeline().addLast(new Events(socket));
                  }
                });
    connecting.addListener(
        connected -> {
          if (!connected.isSuccess()) {
            socket.close();
            ready.tryFailure(connected.cause());
            return;
          }
          HandshakeTimes.done(connecting.getNow());
          if (!early) {
            finish(socket, connecting.getNow());
          }
        });
  }

  private void finish(Channel socket, Channel channel) {
    QuicConnection connection =
        new QuicConnection(transport.codec(), socket, packets, channel, early, terms);
    transport
        .client(channel, connection, server, identity, terms)
        .addListener(
            (Future<RpcClient> opened) -> {
              if (!opened.isSuccess()) {
                ready.setFailure(opened.cause());
                channel.close();
                return;
              }
              if (opened.getNow() instanceof StreamClient streams) {
                client = streams;
              }
              ready.setSuccess(opened.getNow());
            });
  }

  /** Tells the client what happens to its connection. */
  private final class Events extends ChannelInboundHandlerAdapter {
    private final Channel socket;
    private Throwable trouble;

    Events(Channel socket) {
      this.socket = socket;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (transport.codec().isEarlyDataReady(event)) {
        early = true;
        // Later: what is written from within this event stays until the handshake is done.
        socket.eventLoop().execute(() -> finish(socket, ctx.channel()));
      }
      if (transport.codec().isStreamsAllowedChange(event) && client != null) {
        client.streamsAllowedChanged();
      } else if (transport.codec().isClose(event)) {
        // The codec would keep the connection for some round trips more, to answer stragglers.
        lost(new IOException("connection closed by the server: " + event));
        ctx.close();
      }
      ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      lost(trouble != null ? trouble : new ClosedChannelException());
      ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      // The codec closes the connection where it must; a packet that it can't read is no reason.
      trouble = cause;
    }

    private void lost(Throwable cause) {
      if (client != null) {
        client.connectionLost(cause);
      }
    }
  }
}
