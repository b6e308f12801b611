package dev.transportbench.rpc;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * The server's key and certificate: one for all transports of a run, so that the handshake's price
 * is the same for each.
 *
 * @param hostName what the certificate names; dotted, because Netty sends no SNI for a bare name
 */
public record Identity(String hostName, PrivateKey key, X509Certificate certificate) {}
