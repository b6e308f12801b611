package dev.transportbench.transport.quic;

import dev.transportbench.rpc.ConnectionLogs;
import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Offload;
import dev.transportbench.rpc.Role;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.tls.ContextCache;
import dev.transportbench.transport.tls.ServerTrust;
import dev.transportbench.transport.tls.TlsTerms;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.EpollQuicUtils;
import io.netty.handler.codec.quic.QLogConfiguration;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicChannelOption;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicConnectionPathStats;
import io.netty.handler.codec.quic.QuicConnectionStats;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamLimitChangedEvent;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.handler.codec.quic.QuicTransportParameters;
import io.netty.handler.codec.quic.SegmentedDatagramPacketAllocator;
import io.netty.handler.codec.quic.SslEarlyDataReadyEvent;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;

/** The codec that is part of Netty 4.2. */
public final class NettyQuicCodec implements QuicCodec {
  private static final ContextCache<QuicSslContext> SERVERS =
      new ContextCache<>(NettyQuicCodec::serverContext);
  private static final ContextCache<QuicSslContext> CLIENTS =
      new ContextCache<>(NettyQuicCodec::clientContext);

  private final Consumer<QuicCodecBuilder<?>> more;

  public NettyQuicCodec() {
    this(builder -> {});
  }

  /**
   * @param more sets what a protocol needs of either end beyond the terms
   */
  public NettyQuicCodec(Consumer<QuicCodecBuilder<?>> more) {
    this.more = more;
  }

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
            .endpointIdentificationAlgorithm(ServerTrust.hostCheck(identity))
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

  private <B extends QuicCodecBuilder<B>> B apply(B builder, Terms terms) {
    builder
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
    more.accept(builder);
    return builder;
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
