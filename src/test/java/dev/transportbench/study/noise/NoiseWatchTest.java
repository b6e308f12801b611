package dev.transportbench.study.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a machine made of files. */
class NoiseWatchTest {
  @TempDir Path root;

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  /** Ticks of all cores by column, and this process's: own and its ended children's. */
  private void cpu(
      long user, long system, long idle, long softirq, long steal, long own, long children)
      throws IOException {
    write(
        "proc/stat",
        "cpu  %d 0 %d %d 0 0 %d %d 0 0\ncpu0 1 2 3\n"
            .formatted(user, system, idle, softirq, steal));
    write(
        "proc/self/stat",
        "4711 (a (b) c) S 1 1 1 0 -1 4194304 1 2 3 4 %d %d %d %d 20 0 1 0 99\n"
            .formatted(own / 2, own - own / 2, children / 2, children - children / 2));
  }

  private Machine machine() {
    return new Machine(root.resolve("proc"), root.resolve("sys"));
  }

  @Test
  void whatIsNeitherOursNorIdleNorStolenIsOthers() throws IOException {
    cpu(1000, 500, 9000, 50, 10, 200, 300);
    NoiseWatch watch = NoiseWatch.start(machine());
    // 400 ticks of all: 20 stolen, 100 idle, of 280 busy ones 30 + 220 ours.
    cpu(1200, 570, 9100, 60, 30, 230, 520);
    Noise noise = watch.end();

    assertThat(noise.stealPercent()).isEqualTo(5);
    assertThat(noise.otherPercent()).isEqualTo(7.5);
    assertThat(noise.disturbance(Double.NaN))
        .isEqualTo(
            "the host took 5.0 % of the CPU time, other processes took 7.5 % of the CPU time");
  }

  @Test
  void aForkThatHasTheMachineForItselfIsNotDisturbed() throws IOException {
    cpu(1000, 500, 9000, 50, 10, 200, 300);
    NoiseWatch watch = NoiseWatch.start(machine());
    cpu(1300, 590, 9000, 60, 10, 230, 665);
    Noise noise = watch.end();

    assertThat(noise.otherPercent()).isEqualTo(1.25);
    assertThat(noise.disturbance(Double.NaN)).isNull();
    assertThat(noise.megahertz()).isNull();
    assertThat(noise.celsius()).isNull();
    assertThat(noise.throttled()).isNull();
  }

  @Test
  void clockAndHeatAreReadWhereTheMachineTells() throws IOException {
    cpu(0, 0, 0, 0, 0, 0, 0);
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "3000000\n");
    write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "1000000\n");
    write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "7\n");
    write("sys/devices/system/cpu/cpufreq/policy0/x", "1\n");
    write("sys/class/thermal/thermal_zone0/temp", "61000\n");
    write("sys/class/thermal/thermal_zone1/temp", "48000\n");
    NoiseWatch watch = NoiseWatch.start(machine());
    write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "9\n");
    cpu(100, 0, 100, 0, 0, 100, 0);
    Noise noise = watch.end();

    assertThat(noise.megahertz()).isEqualTo(2000);
    assertThat(noise.celsius()).isEqualTo(61);
    assertThat(noise.throttled()).isEqualTo(2);
    assertThat(noise.disturbance(2100)).isEqualTo("cores were slowed down by heat 2 times");
    assertThat(noise.disturbance(2300))
        .endsWith("by heat 2 times, cores ran at 2000 MHz, usually at 2300");
  }

  @Test
  void withoutAnotherClockThatOfCpuinfoCounts() throws IOException {
    write("proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2100.000\n\ncpu MHz\t\t: 2300.000\n");

    assertThat(machine().megahertz()).hasValue(2200);
  }

  @Test
  void aForkOfAFewTicksIsNotJudged() throws IOException {
    cpu(1000, 500, 9000, 50, 10, 200, 300);
    NoiseWatch watch = NoiseWatch.start(machine());
    cpu(1090, 500, 9000, 50, 10, 200, 300);

    assertThat(watch.end().notAvailable())
        .isEqualTo("the fork was too short: 90 ticks of all cores");
  }

  @Test
  void elsewhereNothingIsKnown() {
    assertThat(NoiseWatch.start(machine()).end().notAvailable())
        .isEqualTo("needs Linux: /proc/stat");
  }

  @Test
  void thisMachineIsReadable() {
    Machine live = new Machine();
    org.junit.jupiter.api.Assumptions.assumeTrue(live.isLinux(), "needs Linux");

    Machine.CpuTicks ticks = live.ticks();

    assertThat(ticks.all()).isGreaterThan(ticks.idle() + ticks.steal());
    assertThat(ticks.own()).isPositive();
  }
}
