package dev.transportbench.transport.connection;

import dev.transportbench.rpc.Handshake;
import dev.transportbench.rpc.Terms;
import java.lang.reflect.Method;
import javax.net.ssl.SSLEngine;

/**
 * Whether a TLS session was resumed. BoringSSL knows; Netty's engines of all three bindings carry
 * the answer in a method that they do not make public, so that it is asked by reflection.
 */
final class SessionReuse {
  private static final String METHOD = "isSessionReused";

  private SessionReuse() {}

  /** {@code full} or {@code resumed}; {@link Terms#NOT_AVAILABLE} for an engine unknown. */
  static String label(SSLEngine engine) {
    for (Class<?> type = engine.getClass(); type != null; type = type.getSuperclass()) {
      try {
        Method method = type.getDeclaredMethod(METHOD);
        method.setAccessible(true);
        boolean reused = (Boolean) method.invoke(engine);
        return (reused ? Handshake.RESUMED : Handshake.FULL).label();
      } catch (NoSuchMethodException e) {
        continue;
      } catch (ReflectiveOperationException e) {
        return Terms.NOT_AVAILABLE;
      }
    }
    return Terms.NOT_AVAILABLE;
  }
}
