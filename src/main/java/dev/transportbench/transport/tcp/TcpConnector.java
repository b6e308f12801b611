package dev.transportbench.transport.tcp;

import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.connection.HandshakeTimes;
import dev.transportbench.transport.connection.SocketTerms;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.function.Function;

/**
 * Opens one connection on the terms and waits until messages can be sent on it.
 *
 * @param <C> what uses the connection
 */
public final class TcpConnector<C> extends ChannelInitializer<SocketChannel> {
  private static final int CONNECT_TIMEOUT_MILLIS = 30_000;

  private final Side side;
  private final Terms terms;
  private final Function<Channel, Opening<C>> prepare;
  private final Promise<C> ready;
  private Opening<C> opening;

  /**
   * A connection in the making.
   *
   * @param ready done when messages can be sent on the connected channel, or failed with the
   *     reason; may be done before it is connected
   */
  public record Opening<C>(C user, Future<?> ready) {}

  private TcpConnector(Side side, Terms terms, Function<Channel, Opening<C>> prepare) {
    this.side = side;
    this.terms = terms;
    this.prepare = prepare;
    ready = side.loop().newPromise();
  }

  /**
   * Connects from the side's own address.
   *
   * @param prepare adds the handlers to the new channel
   */
  public static <C> Future<C> connect(
      Side side, InetSocketAddress server, Terms terms, Function<Channel, Opening<C>> prepare) {
    TcpConnector<C> connector = new TcpConnector<>(side, terms, prepare);
    ChannelFuture connecting =
        new Bootstrap()
            .group(side.loop())
            .channel(side.io().socketChannel())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .localAddress(side.address(), 0)
            .handler(connector)
            .connect(server);
    connecting.addListener(
        connected -> {
          if (connected.isSuccess()) {
            connector.connected(connecting.channel());
          } else {
            connector.ready.tryFailure(connected.cause());
          }
        });
    return connector.ready;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    SocketTerms.setTcp(channel, terms);
    opening = prepare.apply(channel);
  }

  private void connected(Channel channel) {
    InetSocketAddress local = (InetSocketAddress) channel.localAddress();
    if (!local.getAddress().equals(side.address())) {
      ready.tryFailure(
          new IllegalStateException(
              "local address: %s; must be %s".formatted(local, side.address())));
      channel.close();
      return;
    }
    HandshakeTimes.begin(channel);
    SocketTerms.noteInitialWindow(channel);
    opening
        .ready()
        .addListener(
            prepared -> {
              if (prepared.isSuccess()) {
                ready.trySuccess(opening.user());
              } else {
                ready.tryFailure(prepared.cause());
                channel.close();
              }
            });
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ready.tryFailure(cause);
    ctx.close();
  }
}
