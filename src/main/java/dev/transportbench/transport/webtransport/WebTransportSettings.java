package dev.transportbench.transport.webtransport;

import io.netty.handler.codec.http3.DefaultHttp3SettingsFrame;
import io.netty.handler.codec.http3.Http3Settings;
import io.netty.handler.codec.http3.Http3Settings.NonStandardHttp3SettingsValidator;
import io.netty.handler.codec.http3.Http3SettingsFrame;

/**
 * The SETTINGS by which two ends tell each other that they speak WebTransport: those of draft-02,
 * draft-07 and draft-13 (which 14 shares) together, since a peer looks for its own and ignores the
 * rest.
 */
final class WebTransportSettings {
  /** Draft-02: a flag. */
  static final long ENABLE_DRAFT_02 = 0x2b603742L;

  /** Draft-07: how many sessions an end accepts. */
  static final long MAX_SESSIONS_DRAFT_07 = 0xc671706aL;

  /** Draft-13 and -14: the same; above 1 it would demand flow control by capsules. */
  static final long MAX_SESSIONS_DRAFT_13 = 0x14e9cd29L;

  /** Netty drops settings that it does not know, unless this says otherwise. */
  static final NonStandardHttp3SettingsValidator VALIDATOR =
      (id, value) ->
          id == ENABLE_DRAFT_02 || id == MAX_SESSIONS_DRAFT_07 || id == MAX_SESSIONS_DRAFT_13;

  private WebTransportSettings() {}

  /** What either end sends. */
  static Http3SettingsFrame frame(int maxSessions) {
    Http3Settings settings =
        new Http3Settings(VALIDATOR)
            .qpackMaxTableCapacity(0)
            .qpackBlockedStreams(0)
            .enableConnectProtocol(true)
            .enableH3Datagram(true);
    settings.put(ENABLE_DRAFT_02, 1L);
    settings.put(MAX_SESSIONS_DRAFT_07, (long) maxSessions);
    settings.put(MAX_SESSIONS_DRAFT_13, 1L);
    return new DefaultHttp3SettingsFrame(settings);
  }

  /**
   * Why no session can be opened with a server that sent these; null when one can. The drafts
   * demand datagrams, too, but some servers have only streams.
   */
  static String problem(Http3Settings server) {
    if (!Boolean.TRUE.equals(server.connectProtocolEnabled())) {
      return "SETTINGS_ENABLE_CONNECT_PROTOCOL is not 1";
    }
    boolean offered =
        server.getOrDefault(ENABLE_DRAFT_02, 0) > 0
            || server.getOrDefault(MAX_SESSIONS_DRAFT_07, 0) > 0
            || server.getOrDefault(MAX_SESSIONS_DRAFT_13, 0) > 0;
    return offered ? null : "no setting of WebTransport draft 02, 07 or 13";
  }
}
