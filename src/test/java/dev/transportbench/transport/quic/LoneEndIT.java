package dev.transportbench.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.Terms;
import dev.transportbench.transport.Pair;
import dev.transportbench.transport.incubator.IncubatorQuicCodec;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A trap of both codecs, on their own API, without our transports: an end that is queued alone
 * while packets are read gets lost when one of those packets acknowledges all data before it. Ours
 * send the end with the last bytes; one that must go alone waits for a later run of the loop. When
 * the first of these tests fails, the codec has been mended.
 */
class LoneEndIT {
  private static final int EXCHANGES = 100;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Pair pair = new Pair();
  private final Semaphore answered = new Semaphore(0);
  private final Semaphore readOn = new Semaphore(0);

  private enum End {
    /** In a frame of its own, while packets are read. */
    ALONE_AT_ONCE,
    /** In a frame of its own, when the loop comes round. */
    ALONE_LATER,
    /** In the frame of the data. */
    WITH_THE_DATA
  }

  static Stream<Arguments> codecs() {
    return Stream.of(
        Arguments.of("4.2's", new NettyQuicCodec()),
        Arguments.of("the incubator's", new IncubatorQuicCodec()));
  }

  @AfterEach
  void stop() {
    pair.close();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("codecs")
  void anEndThatIsSentAloneAtOnceGetsLost(String name, QuicCodec codec)
      throws InterruptedException {
    assertThat(exchanges(codec, End.ALONE_AT_ONCE)).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("codecs")
  void anEndThatIsSentAloneLaterArrives(String name, QuicCodec codec) throws InterruptedException {
    assertThat(exchanges(codec, End.ALONE_LATER)).isEqualTo(EXCHANGES);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("codecs")
  void anEndThatIsSentWithTheDataArrives(String name, QuicCodec codec) throws InterruptedException {
    assertThat(exchanges(codec, End.WITH_THE_DATA)).isEqualTo(EXCHANGES);
  }

  /** How many of {@link #EXCHANGES} come to their end, one after the other. */
  private int exchanges(QuicCodec codec, End end) throws InterruptedException {
    Terms terms = Terms.standard(1);
    Future<? extends Channel> serving = pair.onServer(() -> serve(codec, end, terms));
    Channel listening = pair.await(serving, "listening");
    pair.await(listening::isActive, "listening");
    InetSocketAddress address = (InetSocketAddress) listening.localAddress();
    Channel socket =
        new Bootstrap()
            .group(pair.client.loop())
            .channel(pair.client.io().datagramChannel())
            .handler(codec.client(address, Pair.IDENTITY, "lone-end", terms))
            .bind(pair.client.address(), 0)
            .channel();
    pair.await(socket::isActive, "socket bound");
    Channel connection =
        pair.await(codec.connect(socket, address, terms, 10_000, new Nothing()), "connected");
    int done = 0;
    while (done < EXCHANGES && exchange(codec, connection, end)) {
      done++;
    }
    connection.close();
    pair.await(() -> !connection.isOpen(), "connection closed");
    pair.await(socket.close(), "socket closed");
    Future<Void> closed = pair.fromServer(listening::close);
    pair.await(closed, "server closed");
    return done;
  }

  private Channel serve(QuicCodec codec, End end, Terms terms) {
    ChannelHandler streams =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object stream) {
            ((Channel) stream).pipeline().addLast(new Echo(codec, end));
            ctx.fireChannelRead(stream);
          }

          @Override
          public boolean isSharable() {
            return true;
          }
        };
    return new Bootstrap()
        .group(pair.server.loop())
        .channel(pair.server.io().datagramChannel())
        .handler(codec.server(Pair.IDENTITY, "lone-end", terms, streams))
        .bind(pair.server.address(), 0)
        .channel();
  }

  /**
   * One exchange, each step of it held until the one before is done: data goes up and comes back;
   * the end goes up before the client has read what came back, and then the acknowledgement of
   * that; the server reads both at once.
   */
  private boolean exchange(QuicCodec codec, Channel connection, End end)
      throws InterruptedException {
    pair.await(() -> codec.streamsAllowed(connection) > 0, "a stream allowed");
    Asking asking = new Asking();
    Channel stream = pair.await(codec.openStream(connection, asking), "stream opened");
    ByteBuf data = Unpooled.wrappedBuffer(Payloads.bytes(100).asReadOnlyByteBuffer());
    if (end == End.WITH_THE_DATA) {
      stream.writeAndFlush(codec.lastFrame(data));
    } else {
      stream.writeAndFlush(data);
      assertThat(answered.tryAcquire(PATIENCE_NANOS, TimeUnit.NANOSECONDS)).isTrue();
      stream.writeAndFlush(codec.lastFrame(Unpooled.EMPTY_BUFFER));
      pair.await(() -> asking.answered, "the data back");
      pair.runOnce();
      readOn.release();
    }
    long start = System.nanoTime();
    while (!asking.ended && System.nanoTime() - start < PATIENCE_NANOS) {
      pair.runOnce();
    }
    return asking.ended;
  }

  /** Sends data back, and an end when one comes; reads nothing further in between until told. */
  private final class Echo extends ChannelInboundHandlerAdapter {
    private final QuicCodec codec;
    private final End end;

    Echo(QuicCodec codec, End end) {
      this.codec = codec;
      this.end = end;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object data) {
      if (end == End.WITH_THE_DATA) {
        ctx.writeAndFlush(codec.lastFrame((ByteBuf) data));
        return;
      }
      ctx.writeAndFlush(data);
      // After this reading, when the answer is out.
      ctx.executor().execute(this::hold);
    }

    private void hold() {
      answered.release();
      try {
        readOn.tryAcquire(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event != ChannelInputShutdownEvent.INSTANCE || end == End.WITH_THE_DATA) {
        return;
      }
      Object lone = codec.lastFrame(Unpooled.EMPTY_BUFFER);
      if (end == End.ALONE_AT_ONCE) {
        ctx.writeAndFlush(lone);
      } else {
        ctx.executor().execute(() -> ctx.writeAndFlush(lone));
      }
    }
  }

  private static final class Asking extends ChannelInboundHandlerAdapter {
    private boolean answered;
    private boolean ended;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object data) {
      ((ByteBuf) data).release();
      answered = true;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      ended |= event == ChannelInputShutdownEvent.INSTANCE;
    }
  }

  @Sharable
  private static final class Nothing extends ChannelInboundHandlerAdapter {}
}
