package example;

import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.transport.connection.AcceptedConnections;
import dev.transportbench.transport.connection.SocketTerms;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.Map;

/** Answers by {@link RpcService}, on the loop of its side alone. */
final class NetstringServer implements RpcServer {
  private final AcceptedConnections connections;
  private Channel listener;

  private NetstringServer(Side side) {
    connections = new AcceptedConnections(side.loop(), SocketTerms::addTcp, (connection, to) -> {});
  }

  /** Binds before it returns: the calling thread lies in the server's network namespace. */
  static Future<RpcServer> listen(Side side, int port, Terms terms) {
    Promise<RpcServer> listening = side.loop().newPromise();
    NetstringServer server = new NetstringServer(side);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(side.loop())
            .channel(side.io().serverSocketChannel())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    SocketTerms.setTcp(connection, terms);
                    SocketTerms.noteInitialWindow(connection);
                    server.connections.add(connection);
                    connection
                        .pipeline()
                        .addLast(
                            new NetstringCodec(ClientMessage::parseFrom, terms.maxMessageBytes()),
                            new Answers());
                  }
                })
            .bind(side.address(), port);
    server.listener = bound.channel();
    bound.addListener(
        done -> {
          if (done.isSuccess()) {
            listening.setSuccess(server);
          } else {
            listening.setFailure(done.cause());
          }
        });
    return listening;
  }

  private static final class Answers extends SimpleChannelInboundHandler<ClientMessage> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ClientMessage message) {
      ctx.write(RpcService.answer(message));
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      // Once for all that came together.
      ctx.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
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
  public Future<Void> close() {
    listener.close();
    return connections.closeAll();
  }
}
