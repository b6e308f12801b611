package dev.transportbench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.transportbench.link.linux.Namespace;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds on any link with namespaces while nothing is impaired. */
class CleanLinkIT {
  private static final int DATAGRAMS = 500;
  private static final int UDP_AND_IP_HEADER_BYTES = 28;

  private static Link open(Backend backend) {
    NeedsLink.on(backend);
    return Links.open(LinkProfiles.load("clean"), backend, 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"VETH", "TUN"})
  void carriesUdpBothWaysAndCountsEachDatagram(Backend backend) throws Exception {
    try (Link link = open(backend)) {
      assertThat(Traffic.oneWay(link, End.CLIENT, DATAGRAMS, 200, 50_000)).hasSize(DATAGRAMS);
      Link.Counters counters = link.counters().orElseThrow();
      assertThat(counters)
          .isEqualTo(
              new Link.Counters(DATAGRAMS, DATAGRAMS * (200L + UDP_AND_IP_HEADER_BYTES), 0, 0));

      assertThat(Traffic.oneWay(link, End.SERVER, DATAGRAMS, 1000, 50_000)).hasSize(DATAGRAMS);
      assertThat(link.counters().orElseThrow())
          .isEqualTo(
              new Link.Counters(
                  counters.upPackets(),
                  counters.upBytes(),
                  DATAGRAMS,
                  DATAGRAMS * (1000L + UDP_AND_IP_HEADER_BYTES)));
      assertThat(link.evidence().violations()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VETH", "TUN"})
  void carriesTcpInPacketsNoLargerThanTheMtu(Backend backend) throws Exception {
    int bytes = 8 << 20;
    try (Link link = open(backend)) {
      assertThat(Traffic.tcpUpload(link, bytes)).isEqualTo(bytes);
      Link.Counters counters = link.counters().orElseThrow();
      assertThat(counters.upBytes()).isGreaterThan(bytes);
      assertThat((double) counters.upBytes() / counters.upPackets())
          .isBetween(1000.0, (double) LinkProfile.DEFAULT_MTU_BYTES);
      assertThat(link.evidence().violations()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VETH", "TUN"})
  void leavesTheThreadWhereItWas(Backend backend) throws Exception {
    String before = Namespace.ownIdentity();
    try (Link link = open(backend)) {
      try (Link.Entry client = link.enter(End.CLIENT)) {
        String inClient = Namespace.ownIdentity();
        assertThat(inClient).isNotEqualTo(before);
        try (Link.Entry server = link.enter(End.SERVER)) {
          assertThat(Namespace.ownIdentity()).isNotIn(before, inClient);
          assertThat(server).isNotNull();
        }
        assertThat(Namespace.ownIdentity()).isEqualTo(inClient);
        assertThat(client).isNotNull();
      }
      assertThat(Namespace.ownIdentity()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VETH", "TUN"})
  void aSocketMadeOutsideCannotPassForOneOfTheLink(Backend backend) throws Exception {
    try (Link link = open(backend)) {
      assertThatThrownBy(() -> new DatagramSocket(0, link.address(End.CLIENT)).close())
          .isInstanceOf(BindException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VETH", "TUN"})
  void nothingInsideReachesTheWorldOutside(Backend backend) throws Exception {
    try (Link link = open(backend)) {
      // Reserved for documentation: nobody answers there, but there must be no way to it at all.
      assertThatThrownBy(() -> Traffic.at(link, End.CLIENT, () -> new Socket("192.0.2.1", 9)))
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("unreachable");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VETH", "TUN"})
  void factoryThreadsLiveInTheirEnd(Backend backend) throws Exception {
    try (Link link = open(backend)) {
      String inServer = Traffic.at(link, End.SERVER, Namespace::ownIdentity);
      String[] seen = new String[2];
      Thread thread =
          link.threadFactory(End.SERVER, "server-")
              .newThread(
                  () -> {
                    seen[0] = Thread.currentThread().getName();
                    try {
                      seen[1] = Namespace.ownIdentity();
                    } catch (IOException e) {
                      seen[1] = e.toString();
                    }
                  });
      thread.start();
      thread.join();
      assertThat(seen).containsExactly("server-0", inServer);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"VETH", "TUN"})
  void aClosedLinkSaysSo(Backend backend) {
    Link link = open(backend);
    link.close();
    link.close();
    assertThatThrownBy(() -> link.enter(End.CLIENT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the link is closed");
  }

  @Test
  void aVirtualThreadIsTurnedAway() throws Exception {
    Method startVirtualThread = startVirtualThread();
    try (Link link = open(Backend.VETH)) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      startVirtualThread.invoke(
          null, (Runnable) () -> thrown.complete(catchThrowable(() -> link.enter(End.CLIENT))));
      assertThat(thrown.get(5, TimeUnit.SECONDS))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("a virtual thread cannot enter a network namespace");
    }
  }

  private static Method startVirtualThread() {
    try {
      return Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException e) {
      return abort("no virtual threads in Java " + Runtime.version().feature());
    }
  }

  @Test
  void onlyTheThreadThatEnteredCanLeave() throws Exception {
    try (Link link = open(Backend.VETH)) {
      Link.Entry entry = link.enter(End.CLIENT);
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      new Thread(() -> thrown.complete(catchThrowable(entry::close))).start();
      assertThat(thrown.get(5, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
      entry.close();
    }
  }

  @Test
  void aDeadEmulatorIsNamed() throws Exception {
    try (Link link = open(Backend.TUN)) {
      ProcessHandle emulator = ProcessHandle.of(((TunLink) link).emulatorPid()).orElseThrow();
      emulator.destroyForcibly();
      emulator.onExit().get(5, TimeUnit.SECONDS);
      assertThatThrownBy(link::evidence)
          .isInstanceOf(IOException.class)
          .hasMessage("the link's emulator ended (signal 9): no packet passes any more");
      assertThat(link.broken().get(5, TimeUnit.SECONDS))
          .isEqualTo("the link's emulator ended (signal 9): no packet passes any more");
    }
  }
}
