package dev.transportbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PageModelTest {

  /** The chapter's medians, in KB of 1,024 and in requests. */
  @Test
  void thePublishedPageHasTheMediansThatItNames() {
    PageModel page = PageModel.published();

    Map<String, Integer> bytes =
        page.resources().stream()
            .collect(
                Collectors.groupingBy(
                    PageModel.Resource::kind, Collectors.summingInt(PageModel.Resource::bytes)));
    Map<String, Long> counts =
        page.resources().stream()
            .collect(Collectors.groupingBy(PageModel.Resource::kind, Collectors.counting()));
    assertThat(bytes)
        .isEqualTo(
            Map.of(
                "html", 18 << 10,
                "css", 78 << 10,
                "script", 613 << 10,
                "font", 131 << 10,
                "image", 1054 << 10));
    assertThat(counts)
        .isEqualTo(Map.of("html", 1L, "css", 8L, "script", 24L, "font", 4L, "image", 18L));
    assertThat(page.resources().get(0).kind()).isEqualTo("html");
    assertThat(page.bytes()).isEqualTo(1894 << 10);
    assertThat(page.atMost(4096).resources()).hasSize(55);
    assertThat(page.atMost(4096).bytes()).isLessThan(55 * 4096);
  }

  /**
   * The document's 13 packets take two rounds (10, 3 of 20). The others' 1,316 take six over one
   * connection (23, 46, 92, 184, 368, 736) and five over six (73, 146, 292, 584, 1168).
   */
  @Test
  void roundTripsAreCountedByHand() {
    PageModel page = PageModel.published();

    assertThat(page.leastRoundTripsAfterFirstByte(1, true)).isEqualTo(1 + 6);
    assertThat(page.leastRoundTripsAfterFirstByte(6, true)).isEqualTo(1 + 5);
    // 54 requests over six connections, one after the other.
    assertThat(page.leastRoundTripsAfterFirstByte(6, false)).isEqualTo(1 + 9);
    assertThat(page.leastRoundTripsAfterFirstByte(1, false)).isEqualTo(1 + 54);
  }

  @Test
  void aSmallPageIsTheDocumentAndOneRound() {
    PageModel page =
        new PageModel(
            List.of(new PageModel.Resource("html", 1000), new PageModel.Resource("css", 1000)));

    assertThat(page.leastRoundTripsAfterFirstByte(1, true)).isEqualTo(1);
    assertThat(page.leastRoundTripsAfterFirstByte(6, false)).isEqualTo(1);
  }
}
