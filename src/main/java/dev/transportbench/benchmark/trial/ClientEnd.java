package dev.transportbench.benchmark.trial;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.RpcClient;
import io.netty.channel.ManualIoEventLoop;
import io.netty.util.concurrent.Future;
import java.util.function.Function;

/**
 * What a {@link Workload} sends with.
 *
 * @param loop the client's own, on the thread that calls
 * @param client connected; where the cell asks for several connections, all of them together
 * @param connector opens one more client to the same server, on the same terms but for the
 *     handshake; call on the loop's thread
 */
public record ClientEnd(
    TrialSettings settings,
    ManualIoEventLoop loop,
    RpcClient client,
    Function<Handshake, Future<RpcClient>> connector) {}
