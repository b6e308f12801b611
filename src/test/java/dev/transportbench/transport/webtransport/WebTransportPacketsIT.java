package dev.transportbench.transport.webtransport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.Packets;
import dev.transportbench.transport.Packets.Pace;
import io.netty.channel.Channel;
import io.netty.handler.codec.quic.QuicChannel;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** A small RPC costs one packet each way: prefix, message and the stream's end leave together. */
class WebTransportPacketsIT {
  // Now and then a packet carries nothing but more credit for streams.
  private static final Offset<Double> SOME_EXTRA = offset(.03);

  private QuicChannel connection;

  private final class Watched extends WebTransportTransport {
    @Override
    protected void prepareClient(Channel opened, Terms terms) {
      super.prepareClient(opened, terms);
      connection = (QuicChannel) opened;
    }
  }

  @Test
  void onePacketEachWayWhenTheAcknowledgementGoesWithTheNextRequest() {
    Packets packets =
        Packets.count(
            new Watched(), pair -> Packets.of(pair, connection), 1024, Pace.IN_THE_CALLBACK);
    assertThat(packets.sentPerCall()).isCloseTo(1, SOME_EXTRA);
    assertThat(packets.receivedPerCall()).isCloseTo(1, SOME_EXTRA);
  }

  @Test
  void oneMoreForTheAcknowledgementWhenTheNextRequestComesLater() {
    Packets packets =
        Packets.count(
            new Watched(), pair -> Packets.of(pair, connection), 1024, Pace.AFTER_THE_LOOP);
    assertThat(packets.sentPerCall()).isCloseTo(2, SOME_EXTRA);
    assertThat(packets.receivedPerCall()).isCloseTo(1, SOME_EXTRA);
  }
}
