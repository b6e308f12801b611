package example;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.ServerMessage;
import dev.transportbench.transport.connection.SocketTerms;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

/** Keeps any number of RPCs in flight on one connection, told apart by their ids. */
final class NetstringClient extends SimpleChannelInboundHandler<ServerMessage>
    implements RpcClient {
  private final Map<Integer, ResponseHandler> inFlight = new HashMap<>();
  private Channel connection;
  private Throwable broken;

  /** Connects before it returns: the calling thread lies in the client's network namespace. */
  static Future<RpcClient> connect(Side side, InetSocketAddress server, Terms terms) {
    Promise<RpcClient> ready = side.loop().newPromise();
    NetstringClient client = new NetstringClient();
    ChannelFuture connected =
        new Bootstrap()
            .group(side.loop())
            .channel(side.io().socketChannel())
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    SocketTerms.setTcp(channel, terms);
                    channel
                        .pipeline()
                        .addLast(
                            new NetstringCodec(ServerMessage::parseFrom, terms.maxMessageBytes()),
                            client);
                  }
                })
            .connect(server, new InetSocketAddress(side.address(), 0));
    client.connection = connected.channel();
    connected.addListener(
        done -> {
          if (done.isSuccess()) {
            SocketTerms.noteInitialWindow(client.connection);
            ready.setSuccess(client);
          } else {
            ready.setFailure(done.cause());
          }
        });
    return ready;
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    if (!connection.isActive()) {
      handler.onFailure(requestId, new ClosedChannelException());
      return;
    }
    inFlight.put(requestId, handler);
    connection.write(
        ClientMessage.newBuilder().setRequestId(requestId).setRequest(request).build());
  }

  @Override
  public void cancel(int requestId) {
    ResponseHandler handler = inFlight.remove(requestId);
    if (handler != null) {
      handler.onFailure(requestId, new CancellationException());
    }
  }

  @Override
  public void flush() {
    connection.flush();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, ServerMessage message) {
    ResponseHandler handler = inFlight.remove(message.getRequestId());
    // None: cancelled meanwhile.
    if (handler != null) {
      handler.onResponse(message.getRequestId(), message.getResponse());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    broken = cause;
    ctx.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    Throwable cause = broken == null ? new ClosedChannelException() : broken;
    // A copy: a handler may call again.
    for (int requestId : List.copyOf(inFlight.keySet())) {
      inFlight.remove(requestId).onFailure(requestId, cause);
    }
  }

  @Override
  public int connectionsOpened() {
    return 1;
  }

  @Override
  public Map<String, String> negotiated() {
    Map<String, String> terms = new TreeMap<>();
    SocketTerms.addTcp(connection, terms);
    return terms;
  }

  @Override
  public Future<Void> close() {
    return connection.close();
  }
}
