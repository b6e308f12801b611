package dev.transportbench.transport.tls;

import dev.transportbench.rpc.Identity;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BiFunction;

/**
 * TLS settings made once for each identity and terms, so that opening a connection costs a
 * handshake and not a parsed certificate. They also keep the tickets of sessions that are to be
 * resumed. For any thread: client and server loops are different ones of the same process.
 *
 * @param <C> a TLS library's settings
 */
public final class ContextCache<C> {
  private final Map<Identity, Map<TlsTerms, C>> contexts = new WeakHashMap<>();
  private final BiFunction<Identity, TlsTerms, C> maker;

  public ContextCache(BiFunction<Identity, TlsTerms, C> maker) {
    this.maker = maker;
  }

  public synchronized C get(Identity identity, TlsTerms terms) {
    return contexts
        .computeIfAbsent(identity, any -> new HashMap<>())
        .computeIfAbsent(terms, those -> maker.apply(identity, those));
  }
}
