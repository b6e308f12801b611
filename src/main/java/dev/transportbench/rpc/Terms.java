package dev.transportbench.rpc;

/**
 * The equal terms on which transports are compared: what is asked of every connection, so that a
 * difference between two cells is the transport's and not a setting's. What was got stands in
 * {@link RpcClient#negotiated()} and {@link RpcServer#negotiated()} under these names: {@code
 * tls.version}, {@code tls.suite}, {@code congestion}, {@code sndbuf.bytes}, {@code rcvbuf.bytes},
 * {@code flow.window.bytes}; a transport without TLS leaves out the {@code tls.} ones.
 *
 * @param congestion the congestion control's name, {@code cubic} by default. Set on each socket: a
 *     machine's own default may be another
 * @param flowWindowBytes flow-control credit for each stream and each connection, where the
 *     protocol has one
 * @param socketBufferBytes asked of SO_SNDBUF and SO_RCVBUF on UDP sockets, whose default is too
 *     small for a QUIC window; TCP's are left to the kernel, which tunes them itself and stops when
 *     told a size
 * @param concurrency RPCs in flight that the client must be able to keep: stream limits and pools
 *     are sized by it
 * @param maxMessageBytes the longest encoded message that an end accepts; a longer one is refused
 *     before it is read
 */
public record Terms(
    String congestion,
    int flowWindowBytes,
    int socketBufferBytes,
    int concurrency,
    int maxMessageBytes) {

  /** The defaults, for {@code concurrency} RPCs in flight. */
  public static Terms standard(int concurrency) {
    return new Terms("cubic", 8 << 20, 4 << 20, concurrency, 8 << 20);
  }
}
