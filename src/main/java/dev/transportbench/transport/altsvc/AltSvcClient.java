package dev.transportbench.transport.altsvc;

import dev.transportbench.rpc.RpcClient;
import dev.transportbench.transport.connection.ForwardingClient;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseCombiner;

/** HTTP/3's client; the first visit's connection stays open beside it, as a browser leaves it. */
final class AltSvcClient extends ForwardingClient {
  private final EventExecutor loop;
  private final RpcClient firstVisit;

  AltSvcClient(EventExecutor loop, RpcClient firstVisit, RpcClient http3) {
    super(http3);
    this.loop = loop;
    this.firstVisit = firstVisit;
  }

  @Override
  public int connectionsOpened() {
    return firstVisit.connectionsOpened() + super.connectionsOpened();
  }

  @Override
  public Future<Void> close() {
    return both(firstVisit.close(), super.close());
  }

  @Override
  public Future<Void> discard() {
    return both(firstVisit.discard(), super.discard());
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
