package dev.transportbench.transport.webtransport;

import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.Terms;
import dev.transportbench.rpc.Trait;
import dev.transportbench.transport.stream.StreamConnection;
import io.netty.channel.Channel;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

/**
 * One datagram of a session each way for each RPC. Nothing is sent again: an RPC that gets no
 * answer within 3 round trips + 100 ms fails with a {@link java.util.concurrent.TimeoutException},
 * and one that is too long for a datagram fails before it is sent.
 */
public final class WebTransportDatagramTransport extends WebTransportTransport {

  @Override
  public String name() {
    return "webtransport-datagram";
  }

  @Override
  public Set<Trait> traits() {
    return EnumSet.of(Trait.MULTIPLEXED, Trait.ENCRYPTED, Trait.UDP);
  }

  @Override
  protected Future<? extends RpcClient> client(
      Channel connected,
      StreamConnection connection,
      InetSocketAddress server,
      Identity identity,
      Terms terms) {
    QuicChannel channel = (QuicChannel) connected;
    Promise<RpcClient> ready = channel.eventLoop().newPromise();
    DatagramClient client = new DatagramClient(channel, connection);
    openSession(channel, server, identity, client)
        .addListener(
            (Future<WebTransportSession> opened) -> {
              if (opened.isSuccess() && opened.getNow().maxDatagramBytes() <= 0) {
                ready.setFailure(new IOException("the server takes no datagrams"));
              } else if (opened.isSuccess()) {
                client.start(opened.getNow());
                ready.setSuccess(client);
              } else {
                ready.setFailure(opened.cause());
              }
            });
    return ready;
  }
}
