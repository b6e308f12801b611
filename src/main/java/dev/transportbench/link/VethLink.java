package dev.transportbench.link;

import dev.transportbench.link.linux.Errno;
import dev.transportbench.link.linux.KernelException;
import dev.transportbench.link.linux.Offloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Two namespaces and a pair of kernel devices between them. */
final class VethLink extends NamespacedLink {
  private static final int ETHERNET_HEADER_BYTES = 14;
  // Locally administered, so nobody's.
  private static final byte[] CLIENT_MAC = {2, 0x74, 0x62, 0, 0, 1};
  private static final byte[] SERVER_MAC = {2, 0x74, 0x62, 0, 0, 2};

  private final DeviceOffload offload;

  private VethLink(LinkProfile profile, long seed, Ends ends, DeviceOffload offload) {
    super(profile, Backend.VETH, seed, ends);
    this.offload = offload;
  }

  static VethLink open(LinkProfile profile, long seed, DeviceOffload offload) {
    Ends ends = new Ends();
    try {
      ends.netlink(End.CLIENT)
          .createVethPair(
              Ends.DEVICE, CLIENT_MAC, Ends.DEVICE, ends.namespace(End.SERVER), SERVER_MAC);
      for (End end : End.values()) {
        ends.namespace(end)
            .call(
                () -> {
                  if (offload == DeviceOffload.ON) {
                    Offloads.switchOn(Ends.DEVICE);
                  } else {
                    Offloads.switchOff(Ends.DEVICE);
                  }
                  return null;
                });
        ends.bringUp(end, profile.mtuBytes(), QUEUE_PACKETS);
      }
      // Nobody asks who has which address: an ARP packet would count as one on the wire.
      ends.netlink(End.CLIENT).addNeighbour(Ends.DEVICE, Ends.addressBytes(End.SERVER), SERVER_MAC);
      ends.netlink(End.SERVER).addNeighbour(Ends.DEVICE, Ends.addressBytes(End.CLIENT), CLIENT_MAC);
      return new VethLink(profile, seed, ends, offload);
    } catch (KernelException e) {
      ends.close();
      if (e.errno() == Errno.EOPNOTSUPP) {
        throw new LinkUnavailableException(
            "backend 'veth': this kernel has no veth devices; get them: modprobe veth", e);
      }
      throw e;
    } catch (Throwable e) {
      ends.close();
      throw e;
    }
  }

  @Override
  public void impair() {
    // Only profiles that impair nothing get here.
  }

  @Override
  public Optional<Counters> counters() {
    return Optional.of(counters(ETHERNET_HEADER_BYTES));
  }

  @Override
  public OptionalLong emulatorCpuNanos() {
    return OptionalLong.empty();
  }

  @Override
  public Evidence evidence() {
    Counters counters = counters(ETHERNET_HEADER_BYTES);
    Map<String, Object> measured = new LinkedHashMap<>();
    measured.put("up", Map.of("packets", counters.upPackets(), "bytes", counters.upBytes()));
    measured.put("down", Map.of("packets", counters.downPackets(), "bytes", counters.downBytes()));
    List<String> violations = new ArrayList<>();
    measured.put("deviceDroppedPackets", deviceDrops(violations));
    measured.put("offload", offload.name().toLowerCase(Locale.ROOT));
    if (offload == DeviceOffload.ON) {
      measured.put(
          "warnings",
          List.of(
              "offload is on: wire.packets counts units of up to 64 KiB that the devices were handed,"
                  + " not packets, and wire.bytes their headers but once"));
    }
    return new Evidence(asked(), measured, violations);
  }

  @Override
  public void close() {
    // A namespace goes some time after its last user; the devices at once.
    ends().deleteDevices();
    super.close();
  }
}
