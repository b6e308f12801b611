package dev.transportbench.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FirstBytesTest {
  private final EmbeddedChannel connection = new EmbeddedChannel();

  FirstBytesTest() {
    connection.freezeTime();
    connection.pipeline().addLast(new FirstBytes());
  }

  private void later(long millis) {
    connection.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    connection.runScheduledPendingTasks();
  }

  @Test
  void aSilentPeerIsLetGoAfterAMinute() {
    later(59_999);
    assertThat(connection.isOpen()).isTrue();
    later(1);
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void aPeerThatSpokeMayBeIdleAndPaysNoMore() {
    later(59_999);
    connection.writeInbound(Unpooled.wrappedBuffer(new byte[] {1}));
    assertThat(connection.pipeline().get(FirstBytes.class)).isNull();
    assertThat(connection.inboundMessages()).hasSize(1);
    later(3_600_000);
    assertThat(connection.isOpen()).isTrue();
    connection.releaseInbound();
  }

  @Test
  void aConnectionThatEndsLeavesNoTimerBehind() {
    connection.close();
    connection.runPendingTasks();
    assertThat(connection.runScheduledPendingTasks()).isEqualTo(-1);
  }
}
