package dev.transportbench.transport.tcp;

import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.AcceptedConnections;
import dev.transportbench.transport.connection.ConnectionCounters;
import dev.transportbench.transport.connection.SocketTerms;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseCombiner;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Listens on a TCP port, on the terms; what its connections speak is told by the transport. */
public final class TcpServer implements RpcServer {
  private static final int BACKLOG = 1024;

  /** Beyond it, a peer that does not read its answers is not read either. */
  private static final WriteBufferWaterMark QUEUED_ANSWERS =
      new WriteBufferWaterMark(512 << 10, 1 << 20);

  private final Side side;
  private final AcceptedConnections connections;
  private Channel listener;

  private TcpServer(Side side, BiConsumer<Channel, Map<String, String>> describe) {
    this.side = side;
    connections = new AcceptedConnections(side.loop(), describe, ConnectionCounters::addTcp);
  }

  /**
   * Starts to listen.
   *
   * @param prepare adds the handlers to each connection that is accepted
   * @param describe adds what a connection negotiated to the map
   * @return done when connections are accepted, or failed with the reason
   */
  public static Future<RpcServer> listen(
      Side side,
      int port,
      Terms terms,
      Consumer<Channel> prepare,
      BiConsumer<Channel, Map<String, String>> describe) {
    Promise<RpcServer> listening = side.loop().newPromise();
    TcpServer server = new TcpServer(side, describe);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(side.loop())
            .channel(side.io().serverSocketChannel())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, QUEUED_ANSWERS)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    // On the listener, before it listens: connections inherit it.
                    SocketTerms.setTcp(channel, terms);
                  }

                  @Override
                  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                    listening.tryFailure(cause);
                    ctx.close();
                  }
                })
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    SocketTerms.noteInitialWindow(channel);
                    server.connections.add(channel);
                    channel.pipeline().addLast(new FirstBytes());
                    prepare.accept(channel);
                  }
                })
            .bind(side.address(), port);
    server.listener = bound.channel();
    bound.addListener(
        done -> {
          if (done.isSuccess()) {
            listening.trySuccess(server);
          } else {
            listening.tryFailure(done.cause());
          }
        });
    return listening;
  }

  @Override
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
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
    Promise<Void> closed = side.loop().newPromise();
    PromiseCombiner both = new PromiseCombiner(side.loop());
    both.add(listener.close());
    both.add(connections.closeAll());
    both.finish(closed);
    return closed;
  }
}
