package dev.transportbench.transport.incubator;

import dev.transportbench.rpc.ConnectionLogs;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Offload;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.quic.QuicCodec;
import dev.transportbench.transport.quic.QuicSettings;
import dev.transportbench.transport.quic.SystemTrust;
import dev.transportbench.transport.tls.ContextCache;
import dev.transportbench.transport.tls.ServerTrust;
import dev.transportbench.transport.tls.TlsTerms;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.incubator.codec.quic.DefaultQuicStreamFrame;
import io.netty.incubator.codec.quic.EpollQuicUtils;
import io.netty.incubator.codec.quic.QLogConfiguration;
import io.netty.incubator.codec.quic.QuicChannel;
import io.netty.incubator.codec.quic.QuicChannelOption;
import io.netty.incubator.codec.quic.QuicClientCodecBuilder;
import io.netty.incubator.codec.quic.QuicCodecBuilder;
import io.netty.incubator.codec.quic.QuicCongestionControlAlgorithm;
import io.netty.incubator.codec.quic.QuicConnectionCloseEvent;
import io.netty.incubator.codec.quic.QuicConnectionPathStats;
import io.netty.incubator.codec.quic.QuicConnectionStats;
import io.netty.incubator.codec.quic.QuicServerCodecBuilder;
import io.netty.incubator.codec.quic.QuicSslContext;
import io.netty.incubator.codec.quic.QuicSslContextBuilder;
import io.netty.incubator.codec.quic.QuicStreamChannel;
import io.netty.incubator.codec.quic.QuicStreamLimitChangedEvent;
import io.netty.incubator.codec.quic.QuicStreamType;
import io.netty.incubator.codec.quic.QuicTransportParameters;
import io.netty.incubator.codec.quic.SegmentedDatagramPacketAllocator;
import io.netty.incubator.codec.quic.SslEarlyDataReadyEvent;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.security.cert.CertificateParsingException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;

/** The incubator's codec, the predecessor of Netty 4.2's own. */
public final class IncubatorQuicCodec implements QuicCodec {
  // RFC 5280 §4.2.1.6, as the certificate's class counts.
  private static final int DNS_NAME = 2;

  private static final ContextCache<QuicSslContext> SERVERS =
      new ContextCache<>(IncubatorQuicCodec::serverContext);
  private static final ContextCache<QuicSslContext> CLIENTS =
      new ContextCache<>(IncubatorQuicCodec::clientContext);

  private static QuicSslContext serverContext(Identity identity, TlsTerms terms) {
    return QuicSslContextBuilder.forServer(identity.key(), null, identity.chain())
        .applicationProtocols(terms.applicationProtocol())
        .earlyData(terms.handshake() == Handshake.EARLY_DATA)
        .build();
  }

  private static QuicSslContext clientContext(Identity identity, TlsTerms terms) {
    QuicSslContextBuilder client =
        QuicSslContextBuilder.forClient()
            .trustManager(ServerTrust.managers(identity))
            .applicationProtocols(terms.applicationProtocol())
            .earlyData(terms.handshake() == Handshake.EARLY_DATA)
            // Without room, tickets that the server sends are dropped.
            .sessionCacheSize(terms.resumes() ? QuicSettings.TICKETS_KEPT : 0);
    ConnectionLogs.keys().ifPresent(keys -> client.keylog((engine, line) -> keys.accept(line)));
    return client.build();
  }

  @Override
  public ChannelHandler client(
      InetSocketAddress server, Identity identity, String applicationProtocol, Terms terms) {
    checkHost(identity);
    SystemTrust.leaveUnread();
    return apply(new QuicClientCodecBuilder(), terms)
        .sslTaskExecutor(QuicSettings.CERTIFICATE_CHECKS)
        .sslEngineProvider(
            connection ->
                CLIENTS
                    .get(identity, TlsTerms.of(applicationProtocol, terms))
                    .newEngine(connection.alloc(), identity.hostName(), server.getPort()))
        .build();
  }

  /**
   * The codec accepts a certificate for any host. Where only the identity's own is trusted, it can
   * be checked beforehand.
   */
  private static void checkHost(Identity identity) {
    switch (identity.trust()) {
      case ANYTHING:
        return;
      case AUTHORITIES:
        throw new IllegalArgumentException(
            "the incubator's QUIC codec checks no certificate's host; it can only trust one"
                + " certificate, or any");
      default:
        break;
    }
    try {
      Collection<List<?>> names = identity.certificate().getSubjectAlternativeNames();
      if (names == null || !names.contains(List.of(DNS_NAME, identity.hostName()))) {
        throw new IllegalArgumentException(
            "host: '%s' is not named by the certificate".formatted(identity.hostName()));
      }
    } catch (CertificateParsingException e) {
      throw new IllegalArgumentException("certificate: " + e.getMessage(), e);
    }
  }

  @Override
  public ChannelHandler server(
      Identity identity, String applicationProtocol, Terms terms, ChannelHandler connections) {
    return apply(new QuicServerCodecBuilder(), terms)
        .sslContext(SERVERS.get(identity, TlsTerms.of(applicationProtocol, terms)))
        // A token would have to be fetched by a Retry, which costs a round trip.
        .tokenHandler(null)
        .option(QuicChannelOption.QLOG, events(Role.SERVER))
        .option(QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR, segments(terms))
        .handler(connections)
        .build();
  }

  private static <B extends QuicCodecBuilder<B>> B apply(B builder, Terms terms) {
    return builder
        .congestionControlAlgorithm(
            QuicSettings.congestionControl(QuicCongestionControlAlgorithm.class, terms))
        .initialCongestionWindowPackets(QuicSettings.INITIAL_WINDOW_PACKETS)
        .initialMaxData(terms.flowWindowBytes())
        .initialMaxStreamDataBidirectionalLocal(terms.flowWindowBytes())
        .initialMaxStreamDataBidirectionalRemote(terms.flowWindowBytes())
        .initialMaxStreamDataUnidirectional(terms.flowWindowBytes())
        .initialMaxStreamsBidirectional(QuicSettings.bidirectionalStreams(terms))
        .initialMaxStreamsUnidirectional(QuicSettings.UNIDIRECTIONAL_STREAMS)
        .maxSendUdpPayloadSize(QuicSettings.UDP_PAYLOAD_BYTES)
        .maxRecvUdpPayloadSize(QuicSettings.UDP_PAYLOAD_BYTES)
        .maxIdleTimeout(QuicSettings.IDLE_SECONDS, TimeUnit.SECONDS)
        .activeMigration(false)
        // Random bytes in the handshake: of no use where bytes are counted.
        .grease(false);
  }

  private static SegmentedDatagramPacketAllocator segments(Terms terms) {
    return terms.offload() == Offload.ON
        ? EpollQuicUtils.newSegmentedAllocator(QuicSettings.SEGMENTS)
        : SegmentedDatagramPacketAllocator.NONE;
  }

  @Override
  public Future<? extends Channel> connect(
      Channel socket,
      InetSocketAddress server,
      Terms terms,
      int timeoutMillis,
      ChannelHandler connection) {
    return QuicChannel.newBootstrap(socket)
        .option(QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR, segments(terms))
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
        .option(QuicChannelOption.QLOG, events(Role.CLIENT))
        .handler(connection)
        .remoteAddress(server)
        .connect();
  }

  /** Null, as the codec wants it, when nobody wants them. */
  private static QLogConfiguration events(Role role) {
    return ConnectionLogs.qlogFolder(role)
        .map(folder -> new QLogConfiguration(folder.toString(), role.name(), ""))
        .orElse(null);
  }

  @Override
  public long streamsAllowed(Channel connection) {
    return ((QuicChannel) connection).peerAllowedStreams(QuicStreamType.BIDIRECTIONAL);
  }

  @Override
  public Future<? extends Channel> openStream(Channel connection, ChannelHandler stream) {
    return ((QuicChannel) connection).createStream(QuicStreamType.BIDIRECTIONAL, stream);
  }

  @Override
  public Object lastFrame(ByteBuf data) {
    return new DefaultQuicStreamFrame(data, true);
  }

  @Override
  public void abandon(Channel stream, int errorCode) {
    ((QuicStreamChannel) stream).shutdown(errorCode, stream.newPromise());
  }

  @Override
  public boolean isStreamsAllowedChange(Object event) {
    return event instanceof QuicStreamLimitChangedEvent;
  }

  @Override
  public boolean isClose(Object event) {
    return event instanceof QuicConnectionCloseEvent;
  }

  @Override
  public boolean isEarlyDataReady(Object event) {
    return event instanceof SslEarlyDataReadyEvent;
  }

  @Override
  public SSLEngine tls(Channel connection) {
    return ((QuicChannel) connection).sslEngine();
  }

  @Override
  public void addCounters(Channel connection, Map<String, Double> to) {
    QuicChannel channel = (QuicChannel) connection;
    QuicConnectionStats stats = channel.collectStats().getNow();
    if (stats == null) {
      // Closed: its counts are gone.
      return;
    }
    to.merge("packets.sent", (double) stats.sent(), Double::sum);
    to.merge("packets.lost", (double) stats.lost(), Double::sum);
    to.merge("packets.retransmitted", (double) stats.retrans(), Double::sum);
    QuicConnectionPathStats path = channel.collectPathStats(0).getNow();
    if (path != null) {
      to.put("rtt.us", path.rtt() / 1e3);
      to.put("cwnd.bytes", (double) path.cwnd());
    }
  }

  @Override
  public long flowWindowBytes(Channel connection) {
    QuicTransportParameters peer = ((QuicChannel) connection).peerTransportParameters();
    return Math.min(
        peer.initialMaxData(),
        Math.min(peer.initialMaxStreamDataBidiLocal(), peer.initialMaxStreamDataBidiRemote()));
  }
}
