package dev.transportbench.transport.altsvc;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.rpc.proto.Request;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseCombiner;
import java.util.Map;
import java.util.OptionalLong;

/** HTTP/3's client; the first visit's connection stays open beside it, as a browser leaves it. */
final class AltSvcClient implements RpcClient {
  private final EventExecutor loop;
  private final RpcClient firstVisit;
  private final RpcClient http3;

  AltSvcClient(EventExecutor loop, RpcClient firstVisit, RpcClient http3) {
    this.loop = loop;
    this.firstVisit = firstVisit;
    this.http3 = http3;
  }

  @Override
  public void call(int requestId, Request request, ResponseHandler handler) {
    http3.call(requestId, request, handler);
  }

  @Override
  public void cancel(int requestId) {
    http3.cancel(requestId);
  }

  @Override
  public void flush() {
    http3.flush();
  }

  @Override
  public int connectionsOpened() {
    return firstVisit.connectionsOpened() + http3.connectionsOpened();
  }

  @Override
  public Map<String, Double> counters() {
    return http3.counters();
  }

  @Override
  public Map<String, String> negotiated() {
    return http3.negotiated();
  }

  @Override
  public OptionalLong handshakeNanos() {
    return http3.handshakeNanos();
  }

  @Override
  public Future<Void> close() {
    return both(firstVisit.close(), http3.close());
  }

  @Override
  public Future<Void> discard() {
    return both(firstVisit.discard(), http3.discard());
  }

  private Future<Void> both(Future<Void> one, Future<Void> other) {
    PromiseCombiner both = new PromiseCombiner(loop);
    both.add(one);
    both.add(other);
    Promise<Void> done = loop.newPromise();
    both.finish(done);
    return done;
  }
}
