package dev.transportbench.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds a host's address; {@link InetAddress#getByName} asks the name service. */
@FunctionalInterface
interface Resolver {
  InetAddress resolve(String host) throws UnknownHostException;
}
