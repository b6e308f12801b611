package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.ledger.Series;
import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcClient.MessageStream;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Messages by a schedule: each connection's in its turn, there and back on a stream that stays
 * open, or as datagrams where there is no stream; and pushes, which the server sends on to the
 * three devices of another member. Both ends share this JVM's clock, and the send time travels in
 * the message: a message is built anew for each send, some 200 B of the client's heap.
 */
final class MessageTraffic {
  /** A member's, each with a connection of its own. */
  static final int DEVICES_PER_MEMBER = 3;

  /** Two streams for each connection, by ids of four bytes; those of RPCs begin behind them. */
  static final int FIRST_ID = 1 << 21;

  private static final int FIRST_INBOX_ID = FIRST_ID + (1 << 16);
  private static final int FIRST_DATAGRAM_ID = FIRST_ID + (1 << 17);
  private static final int END_DATAGRAM_ID = 1 << 27;

  /** Where a message's way begins and ends. */
  enum Carrier {
    STREAMS,
    DATAGRAMS
  }

  private final ScheduledDriver owner;
  private final RpcClient client;
  private final Carrier carrier;
  private final MessageStream[] streams;
  private final long[] lastSentNanos;
  private final int payloadBytes;
  private final Request echo;
  private final Request push;
  private final ResponseCheck check;
  private final Supplier<Arrivals> messageSchedules;
  private final Supplier<Arrivals> pushSchedules;

  private final Histogram up = LatencyHistograms.create();
  private final Histogram down = LatencyHistograms.create();
  private final Histogram roundTrips = LatencyHistograms.create();
  private final Histogram pushes = LatencyHistograms.create();
  private final Histogram sendLags;

  private Arrivals messages;
  private Arrivals pushed;
  private long startNanos;
  private long nextMessageNanos;
  private long nextPushNanos;
  private long lastProgressNanos;
  private int turn;
  private int nextDatagramId = FIRST_DATAGRAM_ID;
  private int inFlight;

  /**
   * @param devices how many clients {@code client} spreads over
   * @param pushSchedules null for no pushes
   * @param sendLags where the messages' are recorded
   */
  MessageTraffic(
      ScheduledDriver owner,
      RpcClient client,
      Carrier carrier,
      int devices,
      ByteString payload,
      Supplier<Arrivals> messageSchedules,
      Supplier<Arrivals> pushSchedules,
      Histogram sendLags) {
    this.owner = owner;
    this.client = client;
    this.carrier = carrier;
    this.messageSchedules = messageSchedules;
    this.pushSchedules = pushSchedules;
    this.sendLags = sendLags;
    streams = new MessageStream[devices];
    lastSentNanos = new long[devices];
    payloadBytes = payload.size();
    check = new ResponseCheck(payload);
    echo = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
    push = Request.newBuilder().setMethod(MessageStreams.PUSH).setPayload(payload).build();
  }

  /** Opens the streams, and has each device join its member. */
  void open() {
    if (carrier == Carrier.DATAGRAMS) {
      return;
    }
    Echoes echoes = new Echoes();
    Inbox inbox = new Inbox();
    for (int device = 0; device < streams.length; device++) {
      streams[device] = client.openStream(FIRST_ID + device, echoes);
      if (pushSchedules != null) {
        inFlight++;
        client
            .openStream(FIRST_INBOX_ID + device, inbox)
            .send(
                Request.newBuilder()
                    .setMethod(MessageStreams.JOIN)
                    .setMember(device / DEVICES_PER_MEMBER)
                    .build());
      }
    }
    lastProgressNanos = owner.now();
    client.flush();
    owner.awaitFewerInFlight(1);
  }

  void reset() {
    up.reset();
    down.reset();
    roundTrips.reset();
    pushes.reset();
  }

  void startSchedule(long now) {
    startNanos = now;
    lastProgressNanos = now;
    messages = messageSchedules.get();
    nextMessageNanos = now + messages.nextNanos();
    if (pushSchedules == null) {
      nextPushNanos = Long.MAX_VALUE;
    } else {
      pushed = pushSchedules.get();
      nextPushNanos = now + pushed.nextNanos();
    }
  }

  long nextNanos() {
    return Math.min(nextMessageNanos, nextPushNanos);
  }

  void skipNext() {
    if (nextMessageNanos <= nextPushNanos) {
      nextMessageNanos = startNanos + messages.nextNanos();
    } else {
      nextPushNanos = startNanos + pushed.nextNanos();
    }
  }

  void sendNext(long now) {
    sendLags.recordValue(Math.min(now - nextNanos(), LatencyHistograms.MAX_NANOS));
    int device = turn;
    turn = (turn + 1) % streams.length;
    if (nextMessageNanos <= nextPushNanos) {
      inFlight++;
      message(device, echo.toBuilder().setSentNanos(now).build());
    } else {
      inFlight += DEVICES_PER_MEMBER;
      int members = streams.length / DEVICES_PER_MEMBER;
      int other = (device / DEVICES_PER_MEMBER + 1) % members;
      streams[device].send(push.toBuilder().setMember(other).setSentNanos(now).build());
      owner.carried(payloadBytes);
    }
    skipNext();
  }

  private void message(int device, Request message) {
    if (carrier == Carrier.STREAMS) {
      streams[device].send(message);
      return;
    }
    int id = nextDatagramId;
    nextDatagramId = id + 1 == END_DATAGRAM_ID ? FIRST_DATAGRAM_ID : id + 1;
    client.call(id, message, new Datagram());
  }

  int inFlight() {
    return inFlight;
  }

  void failOverdue(long now, long timeoutNanos) {
    if (inFlight > 0 && now - lastProgressNanos > timeoutNanos) {
      owner.fail("no message arrived within %.1f s".formatted(timeoutNanos / 1e9));
    }
  }

  /** {@code message.up}, {@code .down}, and {@code push} where there are any. */
  Map<Series, Histogram> times() {
    return pushSchedules == null
        ? Map.of(Series.MESSAGE_UP, up, Series.MESSAGE_DOWN, down)
        : Map.of(Series.MESSAGE_UP, up, Series.MESSAGE_DOWN, down, Series.PUSH, pushes);
  }

  /** Of messages, there and back. */
  Histogram roundTrips() {
    return roundTrips;
  }

  private void record(Histogram times, long nanos) {
    times.recordValue(Math.max(0, Math.min(nanos, LatencyHistograms.MAX_NANOS)));
  }

  /** Whether the bytes are right; the cell fails when not. */
  private boolean arrived(Response message, long now) {
    inFlight--;
    lastProgressNanos = now;
    String problem = check.problem(message);
    if (problem != null) {
      owner.fail(problem);
    }
    return problem == null;
  }

  private void returned(Response message) {
    long now = owner.now();
    if (arrived(message, now)) {
      record(up, message.getReceivedNanos() - message.getSentNanos());
      record(down, now - message.getReceivedNanos());
      record(roundTrips, now - message.getSentNanos());
      owner.verified(2L * payloadBytes);
    }
  }

  /** What comes back on the streams of messages. */
  private final class Echoes implements RpcClient.ResponseHandler {
    @Override
    public void onMessage(int requestId, Response message) {
      int device = requestId - FIRST_ID;
      if (message.getSentNanos() < lastSentNanos[device]) {
        owner.fail("a message overtook another on stream " + device);
        return;
      }
      lastSentNanos[device] = message.getSentNanos();
      returned(message);
    }

    @Override
    public void onResponse(int requestId, Response response) {
      owner.fail("the server ended a stream of messages");
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      owner.fail(cause);
    }
  }

  /** What the server pushes to a device. */
  private final class Inbox implements RpcClient.ResponseHandler {
    @Override
    public void onMessage(int requestId, Response message) {
      if (message.getSentNanos() == 0) {
        // Joined.
        inFlight--;
        return;
      }
      long now = owner.now();
      if (arrived(message, now)) {
        record(pushes, now - message.getSentNanos());
        owner.verified(payloadBytes);
      }
    }

    @Override
    public void onResponse(int requestId, Response response) {
      owner.fail("the server ended a stream of pushes");
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      owner.fail(cause);
    }
  }

  /** A message that may get lost. */
  private final class Datagram implements RpcClient.ResponseHandler {
    @Override
    public void onResponse(int requestId, Response response) {
      returned(response);
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      inFlight--;
      if (cause instanceof TimeoutException) {
        owner.lost();
      } else {
        owner.fail(cause);
      }
    }
  }
}
