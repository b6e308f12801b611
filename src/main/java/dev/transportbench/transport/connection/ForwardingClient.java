package dev.transportbench.transport.connection;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import io.netty.util.concurrent.Future;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A client by another, which its transport found or made on the way. It has no streams of messages:
 * neither transport that forwards has the trait.
 */
public abstract class ForwardingClient implements RpcClient {
  private final RpcClient used;

  protected ForwardingClient(RpcClient used) {
    this.used = used;
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    used.call(requestId, request, handler);
  }

  @Override
  public void cancel(int requestId) {
    used.cancel(requestId);
  }

  @Override
  public void flush() {
    used.flush();
  }

  @Override
  public int connectionsOpened() {
    return used.connectionsOpened();
  }

  @Override
  public Map<String, String> negotiated() {
    return used.negotiated();
  }

  @Override
  public Map<String, Double> counters() {
    return used.counters();
  }

  @Override
  public OptionalLong handshakeNanos() {
    return used.handshakeNanos();
  }

  @Override
  public Future<Void> close() {
    return used.close();
  }

  @Override
  public Future<Void> discard() {
    return used.discard();
  }
}
