package dev.transportbench.transport.fallback;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Side;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.stream.StreamConnection;
import dev.transportbench.transport.websocket.WebSocketTransport;
import dev.transportbench.transport.webtransport.WebTransportTransport;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Tries UDP, and TCP when UDP stays silent. */
final class FallbackConnector {
  private final Side side;
  private final InetSocketAddress server;
  private final Identity identity;
  private final Terms terms;
  private final Promise<RpcClient> ready;
  private final Attempt attempt = new Attempt();
  private final WebSocketTransport webSocket = new WebSocketTransport();
  private final long startNanos = System.nanoTime();

  FallbackConnector(Side side, InetSocketAddress server, Identity identity, Terms terms) {
    this.side = side;
    this.server = server;
    this.identity = identity;
    this.terms = terms;
    ready = side.loop().newPromise();
  }

  Future<RpcClient> connect() {
    ScheduledFuture<?> patience =
        side.loop()
            .schedule(
                this::fallBackUnlessAnswered,
                FallbackTransport.UDP_PATIENCE_MILLIS,
                TimeUnit.MILLISECONDS);
    attempt
        .connect(side, server, identity, terms)
        .addListener(
            (Future<RpcClient> connected) -> {
              if (attempt.givenUp) {
                return;
              }
              patience.cancel(false);
              if (connected.isSuccess()) {
                ready.setSuccess(new FallbackClient(connected.getNow(), attempt.name(), 0, 0));
              } else {
                ready.setFailure(connected.cause());
              }
            });
    return ready;
  }

  private void fallBackUnlessAnswered() {
    if (attempt.answered || ready.isDone()) {
      return;
    }
    attempt.giveUp();
    long costMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    webSocket
        .connect(side, server, identity, terms)
        .addListener(
            (Future<RpcClient> connected) -> {
              if (connected.isSuccess()) {
                ready.setSuccess(
                    new FallbackClient(connected.getNow(), webSocket.name(), costMillis, 1));
              } else {
                ready.setFailure(
                    new IOException(
                        "no answer by UDP within %d ms, and by TCP: %s"
                            .formatted(costMillis, connected.cause().getMessage()),
                        connected.cause()));
              }
            });
  }

  /** WebTransport that tells whether anybody answered, and can be given up before. */
  private static final class Attempt extends WebTransportTransport {
    private Channel channel;
    private boolean answered;
    private boolean givenUp;

    @Override
    protected void prepareClient(Channel connection, Terms terms) {
      channel = connection;
      super.prepareClient(connection, terms);
    }

    @Override
    protected Future<? extends RpcClient> client(
        Channel opened,
        StreamConnection connection,
        InetSocketAddress server,
        Identity identity,
        Terms terms) {
      answered = true;
      return super.client(opened, connection, server, identity, terms);
    }

    void giveUp() {
      givenUp = true;
      // Or it would go on sending, and keep its socket, until its own time is out.
      channel.close();
    }
  }
}
