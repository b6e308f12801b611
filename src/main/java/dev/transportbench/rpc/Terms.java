package dev.transportbench.rpc;

/**
 * The equal terms on which transports are compared: what is asked of every connection, so that a
 * difference between two cells is the transport's and not a setting's. What was got stands in
 * {@link RpcClient#negotiated()} and {@link RpcServer#negotiated()} under these names; a transport
 * leaves out the ones that it has not.
 *
 * <table>
 * <caption>Names</caption>
 * <tr><td>{@code tls.version}, {@code tls.suite}</td><td>of the session</td></tr>
 * <tr><td>{@code tls.handshake}</td><td>a {@link Handshake#label}</td></tr>
 * <tr><td>{@code congestion}</td><td>the algorithm's name</td></tr>
 * <tr><td>{@code congestion.from}</td><td>{@code socket} when read back from it, {@code setting}
 *   when the codec can't be asked</td></tr>
 * <tr><td>{@code initial.window.packets}</td><td>TCP: read from the socket before it sent anything;
 *   QUIC: as set</td></tr>
 * <tr><td>{@code flow.window.bytes}</td><td>the least that the peer granted at the start</td></tr>
 * <tr><td>{@code sndbuf.bytes}, {@code rcvbuf.bytes}</td><td>granted, as the kernel counts</td></tr>
 * <tr><td>{@code offload}</td><td>an {@link Offload#label}, of what the transport itself can switch
 *   </td></tr>
 * </table>
 *
 * @param congestion the congestion control's name, {@code cubic} by default. Set on each socket: a
 *     machine's own default may be another
 * @param flowWindowBytes flow-control credit for each stream and each connection, where the
 *     protocol has one
 * @param socketBufferBytes asked of SO_SNDBUF and SO_RCVBUF on UDP sockets, whose default is too
 *     small for a QUIC window
 * @param tcpBufferBytes the same on TCP sockets; 0, the default, leaves them to the kernel, which
 *     tunes them itself and stops when told a size
 * @param concurrency RPCs in flight that the client must be able to keep: stream limits and pools
 *     are sized by it
 * @param maxMessageBytes the longest encoded message that an end accepts; a longer one is refused
 *     before it is read
 * @param tlsVersion the one version that TCP's transports offer
 */
public record Terms(
    String congestion,
    int flowWindowBytes,
    int socketBufferBytes,
    int tcpBufferBytes,
    int concurrency,
    int maxMessageBytes,
    TlsVersion tlsVersion,
    Offload offload,
    Handshake handshake) {

  /** The value of a term that could not be read. */
  public static final String NOT_AVAILABLE = "not available";

  /** The defaults, for {@code concurrency} RPCs in flight. */
  public static Terms standard(int concurrency) {
    return new Terms(
        "cubic",
        8 << 20,
        4 << 20,
        0,
        concurrency,
        8 << 20,
        TlsVersion.TLS_1_3,
        Offload.OFF,
        Handshake.FULL);
  }

  public Terms withCongestion(String congestion) {
    return new Terms(
        congestion,
        flowWindowBytes,
        socketBufferBytes,
        tcpBufferBytes,
        concurrency,
        maxMessageBytes,
        tlsVersion,
        offload,
        handshake);
  }

  public Terms withFlowWindowBytes(int flowWindowBytes) {
    return new Terms(
        congestion,
        flowWindowBytes,
        socketBufferBytes,
        tcpBufferBytes,
        concurrency,
        maxMessageBytes,
        tlsVersion,
        offload,
        handshake);
  }

  public Terms withTcpBufferBytes(int tcpBufferBytes) {
    return new Terms(
        congestion,
        flowWindowBytes,
        socketBufferBytes,
        tcpBufferBytes,
        concurrency,
        maxMessageBytes,
        tlsVersion,
        offload,
        handshake);
  }

  public Terms withConcurrency(int concurrency) {
    return new Terms(
        congestion,
        flowWindowBytes,
        socketBufferBytes,
        tcpBufferBytes,
        concurrency,
        maxMessageBytes,
        tlsVersion,
        offload,
        handshake);
  }

  public Terms withMaxMessageBytes(int maxMessageBytes) {
    return new Terms(
        congestion,
        flowWindowBytes,
        socketBufferBytes,
        tcpBufferBytes,
        concurrency,
        maxMessageBytes,
        tlsVersion,
        offload,
        handshake);
  }

  public Terms withTlsVersion(TlsVersion tlsVersion) {
    return new Terms(
        congestion,
        flowWindowBytes,
        socketBufferBytes,
        tcpBufferBytes,
        concurrency,
        maxMessageBytes,
        tlsVersion,
        offload,
        handshake);
  }

  public Terms withOffload(Offload offload) {
    return new Terms(
        congestion,
        flowWindowBytes,
        socketBufferBytes,
        tcpBufferBytes,
        concurrency,
        maxMessageBytes,
        tlsVersion,
        offload,
        handshake);
  }

  public Terms withHandshake(Handshake handshake) {
    return new Terms(
        congestion,
        flowWindowBytes,
        socketBufferBytes,
        tcpBufferBytes,
        concurrency,
        maxMessageBytes,
        tlsVersion,
        offload,
        handshake);
  }
}
