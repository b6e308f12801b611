package dev.transportbench.transport.incubator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.Packets;
import dev.transportbench.transport.Packets.Counts;
import dev.transportbench.transport.Packets.Pace;
import dev.transportbench.transport.Pair;
import dev.transportbench.transport.http3.Http3Transport;
import dev.transportbench.transport.quic.QuicTransport;
import io.netty.channel.Channel;
import io.netty.incubator.codec.quic.QuicChannel;
import io.netty.incubator.codec.quic.QuicConnectionStats;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** On the incubator's codec too, a small RPC costs one packet each way. */
class IncubatorPacketsIT {
  // Now and then a packet carries nothing but more credit for streams.
  private static final Offset<Double> SOME_EXTRA = offset(.03);

  private QuicChannel connection;

  @Test
  void ofQuic() {
    assertOneEachWay(
        Packets.count(
            new QuicTransport(new IncubatorQuicCodec()) {
              @Override
              protected void prepareClient(Channel opened, Terms terms) {
                super.prepareClient(opened, terms);
                connection = (QuicChannel) opened;
              }
            },
            this::counts,
            1024,
            Pace.IN_THE_CALLBACK));
  }

  @Test
  void ofHttp3() {
    assertOneEachWay(
        Packets.count(
            new Http3Transport(new IncubatorQuicCodec(), new IncubatorHttp3Codec()) {
              @Override
              protected void prepareClient(Channel opened, Terms terms) {
                super.prepareClient(opened, terms);
                connection = (QuicChannel) opened;
              }
            },
            this::counts,
            1024,
            Pace.IN_THE_CALLBACK));
  }

  private Counts counts(Pair pair) {
    QuicConnectionStats stats = pair.await(connection.collectStats(), "stats");
    return new Counts(stats.sent(), stats.recv(), stats.lost());
  }

  private static void assertOneEachWay(Packets packets) {
    assertThat(packets.sentPerCall()).isCloseTo(1, SOME_EXTRA);
    assertThat(packets.receivedPerCall()).isCloseTo(1, SOME_EXTRA);
  }
}
