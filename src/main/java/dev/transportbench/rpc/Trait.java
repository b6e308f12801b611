package dev.transportbench.rpc;

/** What a transport is like, as far as a plan, a check or a report must know. */
public enum Trait {
  /** Several RPCs can be in flight on one connection. */
  MULTIPLEXED,
  /**
   * Each RPC has a stream of its own, so that one's lost packet does not hold up another's bytes.
   */
  STREAM_PER_RPC,
  /** Every RPC is answered or fails; without this trait lost ones are counted. */
  RELIABLE,
  /** Bytes on the wire are encrypted by TLS or QUIC. */
  ENCRYPTED,
  /** Packets are UDP; TCP otherwise. */
  UDP,
  /** The protocol has flow windows of its own, which {@link Terms#flowWindowBytes} sets. */
  FLOW_WINDOWS,
  /** Speaks the version of TLS that {@link Terms#tlsVersion} says; without this trait 1.3 only. */
  TLS_VERSIONS,
  /** Long-lived streams of messages beside RPCs: {@link RpcClient#openStream}. */
  MESSAGE_STREAMS,
  /** Uses no socket at all: has no link, no packets, and no wire figures. */
  IN_MEMORY
}
