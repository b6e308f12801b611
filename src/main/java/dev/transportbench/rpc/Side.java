package dev.transportbench.rpc;

import io.netty.channel.IoEventLoop;
import java.net.InetAddress;

/**
 * One end's place in the world: all that a transport needs to open sockets there.
 *
 * @param loop runs everything of this side; its thread lies in the side's network namespace
 * @param io which of Netty's channel classes go with the loop
 * @param address this side's own address. A server binds to it. A client binds to it too (port 0),
 *     so that a socket made in the wrong namespace fails instead of going out by the host's
 *     interface
 */
public record Side(Role role, IoEventLoop loop, Io io, InetAddress address) {}
