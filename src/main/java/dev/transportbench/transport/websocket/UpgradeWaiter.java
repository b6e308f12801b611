package dev.transportbench.transport.websocket;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import io.netty.util.concurrent.Future;
import java.nio.channels.ClosedChannelException;

/** Waits for the upgrade of a client's connection, then takes itself out of its pipeline. */
final class UpgradeWaiter extends ChannelInboundHandlerAdapter {
  private final ChannelPromise done;

  UpgradeWaiter(ChannelPromise done) {
    this.done = done;
  }

  Future<Void> done() {
    return done;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE) {
      ctx.pipeline().remove(this);
      done.trySuccess();
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    done.tryFailure(cause);
    ctx.fireExceptionCaught(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    done.tryFailure(new ClosedChannelException());
    ctx.fireChannelInactive();
  }
}
