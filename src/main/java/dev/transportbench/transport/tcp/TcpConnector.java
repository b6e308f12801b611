package dev.transportbench.transport.tcp;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.SocketTerms;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;

/** Opens the one connection of a client and waits until messages can be sent on it. */
final class TcpConnector extends ChannelInitializer<SocketChannel> {
  private static final int CONNECT_TIMEOUT_MILLIS = 30_000;

  private final TcpTransport transport;
  private final Side side;
  private final InetSocketAddress server;
  private final Identity identity;
  private final Terms terms;
  private final Promise<RpcClient> ready;

  private TcpConnector(
      TcpTransport transport, Side side, InetSocketAddress server, Identity identity, Terms terms) {
    this.transport = transport;
    this.side = side;
    this.server = server;
    this.identity = identity;
    this.terms = terms;
    ready = side.loop().newPromise();
  }

  static Future<RpcClient> connect(
      TcpTransport transport, Side side, InetSocketAddress server, Identity identity, Terms terms) {
    TcpConnector connector = new TcpConnector(transport, side, server, identity, terms);
    new Bootstrap()
        .group(side.loop())
        .channel(side.io().socketChannel())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .localAddress(side.address(), 0)
        .handler(connector)
        .connect(server)
        .addListener(
            connected -> {
              if (!connected.isSuccess()) {
                connector.ready.tryFailure(connected.cause());
              }
            });
    return connector.ready;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    SocketTerms.setCongestion(channel, terms.congestion());
    Future<?> prepared = transport.prepareClient(channel, server, identity, terms);
    TcpClient client = new TcpClient(channel, transport.framing(terms));
    channel.pipeline().addLast(client);
    client
        .active()
        .addListener(
            active -> {
              if (active.isSuccess()) {
                prepared.addListener(done -> finish(channel, client, done));
              } else {
                ready.tryFailure(active.cause());
              }
            });
  }

  private void finish(Channel channel, TcpClient client, Future<?> prepared) {
    InetSocketAddress local = (InetSocketAddress) channel.localAddress();
    if (!prepared.isSuccess()) {
      ready.tryFailure(prepared.cause());
      channel.close();
    } else if (!local.getAddress().equals(side.address())) {
      ready.tryFailure(
          new IllegalStateException(
              "local address: %s; must be %s".formatted(local, side.address())));
      channel.close();
    } else {
      ready.trySuccess(client);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ready.tryFailure(cause);
    ctx.close();
  }
}
