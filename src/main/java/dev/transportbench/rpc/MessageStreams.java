package dev.transportbench.rpc;

import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import dev.transportbench.rpc.proto.Response;
import dev.transportbench.rpc.proto.ServerMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * What a server does with streams of messages, the same behind every transport: one instance a
 * server, confined to its loop.
 *
 * <table>
 * <caption>Methods beside those of {@link RpcService}, by which each message is answered</caption>
 * <tr><th>method</th><th>what it does</th></tr>
 * <tr><td>{@code join}</td><td>makes the stream one of {@code member}'s devices until it ends;
 *   answered by an empty message</td></tr>
 * <tr><td>{@code push}</td><td>sends the payload and the message's times on the streams of all of
 *   {@code member}'s devices; not answered</td></tr>
 * </table>
 */
public final class MessageStreams {
  public static final String JOIN = "join";
  public static final String PUSH = "push";

  private final Map<Integer, List<Device>> devicesByMember = new HashMap<>();

  /** Where a stream's messages are sent: a connection, or the stream itself. */
  public interface Peer {
    /** Sends a message in answer to one that is being read. */
    void answer(ServerMessage message);

    /** Sends a message of its own accord. */
    void push(ServerMessage message);
  }

  private record Device(Peer peer, int requestId) {}

  /** Whether a message belongs here, not to {@link RpcService} alone. */
  public static boolean isFor(ClientMessage message) {
    if (message.getMore()) {
      return true;
    }
    String method = message.getRequest().getMethod();
    return method.equals(PUSH) || method.equals(JOIN);
  }

  /** Does what a message asks for. The last one of a stream is always answered, as the last. */
  public void message(Peer peer, ClientMessage message) {
    Request request = message.getRequest();
    switch (request.getMethod()) {
      case JOIN:
        if (message.getMore()) {
          devicesByMember
              .computeIfAbsent(request.getMember(), member -> new ArrayList<>())
              .add(new Device(peer, message.getRequestId()));
        }
        peer.answer(empty(message));
        break;
      case PUSH:
        push(request);
        if (!message.getMore()) {
          peer.answer(empty(message));
        }
        break;
      default:
        peer.answer(RpcService.answer(message));
    }
    if (!message.getMore()) {
      leave(peer, message.getRequestId());
    }
  }

  private void push(Request request) {
    Response.Builder pushed = Response.newBuilder().setPayload(request.getPayload());
    if (request.getSentNanos() != 0) {
      pushed.setSentNanos(request.getSentNanos()).setReceivedNanos(System.nanoTime());
    }
    Response response = pushed.build();
    // A copy: a device that is found to be gone leaves meanwhile.
    for (Device device :
        List.copyOf(devicesByMember.getOrDefault(request.getMember(), List.of()))) {
      device.peer.push(
          ServerMessage.newBuilder()
              .setRequestId(device.requestId)
              .setResponse(response)
              .setMore(true)
              .build());
    }
  }

  private static ServerMessage empty(ClientMessage message) {
    return ServerMessage.newBuilder()
        .setRequestId(message.getRequestId())
        .setResponse(Response.getDefaultInstance())
        .setMore(message.getMore())
        .build();
  }

  private void leave(Peer peer, int requestId) {
    devicesByMember.values().forEach(all -> all.remove(new Device(peer, requestId)));
  }

  /** To be called when a peer is gone: its streams belong to nobody from now on. */
  public void closed(Peer peer) {
    Iterator<List<Device>> members = devicesByMember.values().iterator();
    while (members.hasNext()) {
      List<Device> devices = members.next();
      devices.removeIf(device -> device.peer == peer);
      if (devices.isEmpty()) {
        members.remove();
      }
    }
  }
}
