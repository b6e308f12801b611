package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps namespaces from a user is named by the setting that does. */
class ProcTest {
  @TempDir private Path root;

  @BeforeEach
  void aKernelThatAllowsAll() throws Exception {
    put("self/ns/user", "");
    put("sys/user/max_user_namespaces", "1000\n");
  }

  private void put(String file, String text) throws Exception {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void nothingIsInTheWay() {
    assertThat(new Proc(root).userNamespaceObstacle()).isEmpty();
  }

  @Test
  void appArmorsRestrictionIsNamed() throws Exception {
    put("sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
    assertThat(new Proc(root).userNamespaceObstacle())
        .hasValue(
            new Proc.Obstacle(
                "kernel.apparmor_restrict_unprivileged_userns is 1",
                "have an administrator sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"));
  }

  @Test
  void soAreTheOthers() throws Exception {
    put("sys/user/max_user_namespaces", "0\n");
    assertThat(new Proc(root).userNamespaceObstacle().orElseThrow().setting())
        .isEqualTo("user.max_user_namespaces is 0");
    put("sys/kernel/unprivileged_userns_clone", "0\n");
    assertThat(new Proc(root).userNamespaceObstacle().orElseThrow().setting())
        .isEqualTo("kernel.unprivileged_userns_clone is 0");
    Files.delete(root.resolve("self/ns/user"));
    assertThat(new Proc(root).userNamespaceObstacle().orElseThrow().setting())
        .isEqualTo("the kernel has no user namespaces");
  }
}
