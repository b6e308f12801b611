package dev.transportbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.transportbench.rpc.MessageStreams;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.RpcClient.MessageStream;
import dev.transportbench.rpc.RpcServer;
import dev.transportbench.rpc.Trait;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every transport that has streams of messages does the same with them. */
class MessageStreamsIT extends OverEveryTransport {
  private static final int FIRST = 1 << 21;

  static Stream<Named<Transport>> withStreams() {
    return those(each -> each.traits().contains(Trait.MESSAGE_STREAMS));
  }

  static Stream<Named<Transport>> withoutStreams() {
    return those(each -> !each.traits().contains(Trait.MESSAGE_STREAMS));
  }

  /** What a stream brought. */
  private static final class Arrived implements RpcClient.ResponseHandler {
    final List<Response> messages = new ArrayList<>();
    final List<Throwable> failures = new ArrayList<>();
    Response last;

    @Override
    public void onMessage(int requestId, Response message) {
      assertThat(last).as("nothing comes after the last").isNull();
      messages.add(message);
    }

    @Override
    public void onResponse(int requestId, Response response) {
      assertThat(last).isNull();
      last = response;
    }

    @Override
    public void onFailure(int requestId, Throwable cause) {
      failures.add(cause);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withStreams")
  void bringsMessagesOfAnySizeInOrderBesideRpcs(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Calls calls = new Calls(pair, client);
    Arrived arrived = new Arrived();
    MessageStream stream = client.openStream(FIRST, arrived);
    int[] sizes = {0, 1, 100, 1400, 16 << 10, 1 << 20, 7, 0, 300_000, 12};
    for (int round = 0; round < 3; round++) {
      for (int bytes : sizes) {
        stream.send(echo(bytes));
      }
      client.flush();
      int expected = (round + 1) * sizes.length;
      pair.await(() -> arrived.messages.size() == expected, "messages of round " + round);
      assertThat(calls.call(echo(500)).getPayload()).isEqualTo(Payloads.bytes(500));
    }
    for (int i = 0; i < arrived.messages.size(); i++) {
      assertThat(arrived.messages.get(i).getPayload())
          .as("message %d", i)
          .isEqualTo(Payloads.bytes(sizes[i % sizes.length]));
    }
    assertThat(arrived.last).isNull();
    stream.end(echo(33));
    client.flush();
    pair.await(() -> arrived.last != null, "the last message");
    assertThat(arrived.last.getPayload()).isEqualTo(Payloads.bytes(33));
    assertThat(arrived.failures).isEmpty();
    assertThat(client.connectionsOpened()).isEqualTo(opened(transport, CONCURRENCY));
    closeBoth(client, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withStreams")
  void aMessageCarriesItsTimesThere(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Arrived arrived = new Arrived();
    MessageStream stream = client.openStream(FIRST, arrived);
    long sent = System.nanoTime();
    stream.send(echo(10).toBuilder().setSentNanos(sent).build());
    stream.send(echo(10));
    client.flush();
    pair.await(() -> arrived.messages.size() == 2, "both messages");
    assertThat(arrived.messages.get(0).getSentNanos()).isEqualTo(sent);
    assertThat(arrived.messages.get(0).getReceivedNanos() - sent)
        .isBetween(0L, System.nanoTime() - sent);
    assertThat(arrived.messages.get(1).getReceivedNanos()).isZero();
    closeBoth(client, server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withStreams")
  void pushesReachEveryDeviceOfTheMemberAndNoOther(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    List<RpcClient> clients = new ArrayList<>();
    List<Arrived> arrived = new ArrayList<>();
    List<MessageStream> streams = new ArrayList<>();
    for (int device = 0; device < 5; device++) {
      RpcClient client = pair.connect(transport, server, TERMS);
      clients.add(client);
      arrived.add(new Arrived());
      streams.add(client.openStream(FIRST, arrived.get(device)));
      // Three are of member 7, the others of 8.
      streams.get(device).send(join(device < 3 ? 7 : 8));
      client.flush();
    }
    pair.await(() -> arrived.stream().allMatch(a -> a.messages.size() == 1), "all have joined");

    streams.get(4).send(push(7, 900));
    clients.get(4).flush();
    pair.await(
        () -> arrived.subList(0, 3).stream().allMatch(a -> a.messages.size() == 2), "the push");
    assertThat(arrived.get(2).messages.get(1).getPayload()).isEqualTo(Payloads.bytes(900));

    // One ends its stream, another goes away with its connection: neither hears of it any more.
    streams.get(0).end(echo(1));
    clients.get(0).flush();
    pair.await(() -> arrived.get(0).last != null, "the end of a device's stream");
    pair.await(clients.get(1).close(), "a device is gone");
    streams.get(4).send(push(7, 20));
    clients.get(4).flush();
    pair.await(() -> arrived.get(2).messages.size() == 3, "the second push");
    assertThat(arrived.get(0).messages).hasSize(2);
    assertThat(arrived.get(0).failures).isEmpty();
    assertThat(arrived.get(3).messages).as("of another member").hasSize(1);
    clients.remove(1);
    clients.forEach(client -> pair.await(client.close(), "client closed"));
    pair.close(server);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withStreams")
  void aLostConnectionFailsTheStreamOnce(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    Arrived arrived = new Arrived();
    MessageStream stream = client.openStream(FIRST, arrived);
    stream.send(echo(10));
    client.flush();
    pair.await(() -> arrived.messages.size() == 1, "a message");
    pair.close(server);
    pair.await(() -> !arrived.failures.isEmpty(), "the stream's failure");
    // No complaint, no second callback.
    stream.send(echo(10));
    client.flush();
    pair.runOnce();
    assertThat(arrived.failures).hasSize(1);
    pair.await(client.close(), "client closed");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withoutStreams")
  void whoHasNoneSaysSo(Transport transport) {
    RpcServer server = pair.serve(transport, TERMS);
    RpcClient client = pair.connect(transport, server, TERMS);
    assertThatThrownBy(() -> client.openStream(FIRST, new Arrived()))
        .isInstanceOf(UnsupportedOperationException.class);
    closeBoth(client, server);
  }

  private static Request join(int member) {
    return Request.newBuilder().setMethod(MessageStreams.JOIN).setMember(member).build();
  }

  private static Request push(int member, int bytes) {
    return Request.newBuilder()
        .setMethod(MessageStreams.PUSH)
        .setMember(member)
        .setPayload(Payloads.bytes(bytes))
        .build();
  }
}
