package dev.transportbench.benchmark;

import java.util.ArrayList;
import java.util.List;

/** The flags of every measured JVM: fixed, so that two runs are alike. */
public final class ForkJvm {
  private ForkJvm() {}

  /** For the JDK that runs this. */
  public static List<String> args() {
    return args(Runtime.version().feature());
  }

  static List<String> args(int feature) {
    List<String> args = new ArrayList<>();
    args.add("-Xms1g");
    args.add("-Xmx1g");
    args.add("-XX:+AlwaysPreTouch");
    args.add("-XX:+UseParallelGC");
    // Threads that come and go take their CPU time with them: the parts would not add up.
    args.add("-XX:-UseDynamicNumberOfCompilerThreads");
    args.add("-XX:-UseDynamicNumberOfGCThreads");
    args.add("-Dio.netty.leakDetection.level=disabled");
    // Any will do: without one Netty looks for a hardware address and warns that a namespace has
    // none.
    args.add("-Dio.netty.machineId=02:00:00:00:00:00:00:01");
    // The descriptor of a NIO socket, by which its congestion control is set and read.
    args.add("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
    // The JVM's own count of safepoints.
    args.add("--add-exports=java.management/sun.management=ALL-UNNAMED");
    args.addAll(nativeAccess(feature));
    return args;
  }

  /** What JNA and Netty's Unsafe need said on newer JDKs; older ones refuse these flags. */
  static List<String> nativeAccess(int feature) {
    List<String> args = new ArrayList<>();
    if (feature >= 22) {
      args.add("--enable-native-access=ALL-UNNAMED");
    }
    if (feature >= 23) {
      args.add("--sun-misc-unsafe-memory-access=allow");
    }
    return args;
  }
}
