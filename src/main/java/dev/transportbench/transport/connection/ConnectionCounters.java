package dev.transportbench.transport.connection;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollChannelConfig;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/**
 * What the kernel counts for a TCP connection, under the names of {@link
 * dev.transportbench.rpc.RpcClient#counters()}. Source: struct tcp_info in linux/tcp.h, whose
 * fields stay where they are and which newer kernels make longer.
 */
public final class ConnectionCounters {
  private static final int IPPROTO_TCP = 6;
  private static final int TCP_INFO_BYTES = 232;
  private static final RawUnixChannelOption TCP_INFO =
      new RawUnixChannelOption("TCP_INFO", IPPROTO_TCP, 11, TCP_INFO_BYTES);

  private static final int SND_MSS = 16;
  private static final int RTT_MICROS = 68;
  private static final int SND_CWND = 80;
  private static final int TOTAL_RETRANS = 100;
  private static final int SEGS_OUT = 136;
  private static final int MIN_RTT_MICROS = 148;
  private static final int DATA_SEGS_OUT = 156;
  private static final int DSACK_DUPS = 216;

  private ConnectionCounters() {}

  /** Adds a connection's counts; its state takes the place of an earlier one's. */
  public static void addTcp(Channel connection, Map<String, Double> to) {
    if (!connection.isActive() || !(connection.config() instanceof EpollChannelConfig)) {
      return;
    }
    ByteBuffer info = connection.config().getOption(TCP_INFO);
    info.order(ByteOrder.nativeOrder());
    to.merge("packets.sent", unsigned(info, SEGS_OUT), Double::sum);
    to.merge("packets.data.sent", unsigned(info, DATA_SEGS_OUT), Double::sum);
    to.merge("packets.retransmitted", unsigned(info, TOTAL_RETRANS), Double::sum);
    to.merge("packets.spurious", unsigned(info, DSACK_DUPS), Double::sum);
    to.put("rtt.us", unsigned(info, RTT_MICROS));
    to.put("rtt.min.us", unsigned(info, MIN_RTT_MICROS));
    to.put("cwnd.bytes", unsigned(info, SND_CWND) * unsigned(info, SND_MSS));
  }

  private static double unsigned(ByteBuffer info, int offset) {
    return Integer.toUnsignedLong(info.getInt(info.position() + offset));
  }
}
