package dev.transportbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameDifferenceTest {
  @TempDir Path folder;

  private FlameDifference.Page page(String base, double baseMicros, String head, double headMicros)
      throws IOException {
    Path left = Files.writeString(folder.resolve("base"), base);
    Path right = Files.writeString(folder.resolve("head"), head);
    return FlameDifference.between(left, baseMicros, right, headMicros, "cell").page();
  }

  private static FlameDifference.Box box(FlameDifference.Page page, String name) {
    return page.boxes().stream().filter(b -> b.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void boxesAreInMicrosPerRpcWhateverTheSamplesWere() throws IOException {
    FlameDifference.Page page =
        page("client;a;b 30\nserver;c 10\n", 40, "client;a_[j];b_[i] 600\nserver;c 400\n", 50);

    assertThat(box(page, "all").told()).isEqualTo("40.00 → 50.00 µs (+10.00)");
    assertThat(box(page, "b").told()).isEqualTo("30.00 → 30.00 µs (+0.00)");
    assertThat(box(page, "c").told()).isEqualTo("10.00 → 20.00 µs (+10.00)");
    assertThat(box(page, "c").red()).isEqualTo(100);
    assertThat(box(page, "b").red() + box(page, "b").blue()).isZero();
    assertThat(page.frames().get(0).name()).isEqualTo("c");
    assertThat(page.frames().get(0).change()).isEqualTo("+10.00");
  }

  @Test
  void whatIsGoneIsDrawnTooAndNothingOverlaps() throws IOException {
    FlameDifference.Page page = page("client;old 10\n", 10, "client;young 10\n", 10);

    assertThat(box(page, "old").blue()).isEqualTo(100);
    assertThat(box(page, "young").red()).isEqualTo(100);
    assertThat(Double.parseDouble(box(page, "young").x()))
        .isEqualTo(Double.parseDouble(box(page, "old").width()));
    assertThat(box(page, "client").width()).isEqualTo("1200.00");
  }

  @Test
  void aLambdasAddressDoesNotMakeItAnother() throws IOException {
    FlameDifference.Page page =
        page(
            "client;a/B$$Lambda.0x00007f1c.run 10\n",
            10,
            "client;a/B$$Lambda.0x00007fff.run 5\n",
            10);

    assertThat(page.frames()).hasSize(1);
  }

  @Test
  void theFileFetchesNothingAndTakesNoMarkupFromFrames() throws IOException {
    Path left = Files.writeString(folder.resolve("base"), "client;<init> 10\n");
    Path html = folder.resolve("flame/cell.html");
    FlameDifference.between(left, 1, left, 1, "cell").write(html);

    assertThat(html).content().contains("&lt;init&gt;").doesNotContain("<init>", "http", "<script");
  }
}
