package dev.transportbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page as a browser shows it. */
@Timeout(240)
class HtmlReportIT {
  private static final String BUILD_ALL = "[...waiting.keys()].forEach(build)";

  /** How many times longer than its bytes alone, and a small page, ten thousand cells may take. */
  private static final double SLOWER = 4;

  @TempDir static Path folder;
  private static Browser browser;
  private static Path report;

  @BeforeAll
  static void open() throws Exception {
    browser = new Browser(folder);
    report = HtmlReport.write(Results.one(folder), folder);
  }

  @AfterAll
  static void close() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"1440, light", "1440, dark", "390, light", "390, dark"})
  void drawsEveryQuestion(int width, String scheme) throws Exception {
    browser.look(width, 900, scheme);
    browser.open(report);
    browser.evaluate(BUILD_ALL);

    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests())
        .allMatch(url -> url.equals(report.toUri().toString()) || url.startsWith("data:"));
    assertThat(
            texts("[...document.querySelectorAll('main > section:not([hidden])')].map(s => s.id)"))
        .contains(
            "latency",
            "cpu",
            "stack",
            "wire",
            "heap",
            "map",
            "time",
            "codecs",
            "contrasts",
            "flames",
            "cells",
            "links",
            "terms",
            "definitions",
            "published");
    assertThat(
            texts(
                "[...drawn.values()].filter(({chart}) => !chart.getOption().series.some(s =>"
                    + " s.data.some(d => d !== null))).map(({made}) => String(made))"))
        .as("charts without data")
        .isEmpty();
    assertThat(
            browser
                .evaluate(
                    "[...drawn.keys()].filter(b => b.querySelectorAll('path').length < 3).length")
                .asInt())
        .as("charts without marks")
        .isZero();
    assertThat(browser.evaluate("drawn.size").asInt()).isGreaterThan(12);
    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .as("nothing sticks out")
        .isLessThanOrEqualTo(width);
    assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo(scheme.equals("dark") ? "rgb(15, 19, 24)" : "rgb(255, 255, 255)");
  }

  @Test
  void saysWhatWasAskedTheVerdictAndTheEnvironmentFirst() throws Exception {
    browser.look(1440, 900, "light");
    browser.open(report);

    String text = browser.evaluate("document.body.innerText").asText();

    assertThat(text)
        .containsSubsequence(
            "What does one RPC cost? </script><b>\"&amp;",
            "Verdict",
            "7 ok, 1 failed, 0 invalid, 1 not run",
            "Known answer: a transport that takes 20 µs took 20.1 µs",
            "failed: tls on ",
            "Measured on: cores 2 · commit c0ffee",
            "How long does it take?");
    assertThat(
            browser
                .evaluate("document.querySelectorAll('#latency th button[title]').length")
                .asInt())
        .as("definitions on hover")
        .isGreaterThan(5);
    browser.evaluate(BUILD_ALL);
    assertThat(
            texts("[...document.querySelectorAll('#flames a')].map(a => a.getAttribute('href'))"))
        .hasSize(1)
        .allMatch(link -> Files.exists(folder.resolve(link)));
  }

  @Test
  void keysReachFiltersAndTables() throws Exception {
    browser.look(1440, 900, "light");
    browser.open(report);
    assertThat(tab()).isEqualTo("A.skip");
    StringBuilder reached = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      reached.append(tab()).append('\n');
    }
    assertThat(reached.toString()).contains("SUMMARY", "SELECT", "INPUT", "BUTTON", "DIV.scroll");
  }

  private String tab() throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      browser.call(
          "Input.dispatchKeyEvent",
          Map.of("type", type, "key", "Tab", "code", "Tab", "windowsVirtualKeyCode", 9));
    }
    return browser
        .evaluate(
            "document.activeElement.tagName + (document.activeElement.className ? '.' +"
                + " document.activeElement.className : '')")
        .asText();
  }

  @Test
  void filtersSortsAndGivesItsDataAway() throws Exception {
    browser.look(1440, 900, "light");
    browser.open(report);

    browser.evaluate("$('words').value = 'quic'; refresh()");
    assertThat(browser.evaluate("$('matching').textContent").asText()).isEqualTo("2 of 9 cells");
    List<String> lines = List.of(browser.evaluate("csv(current)").asText().split("\r\n"));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("benchmark,mode,backend,").contains("latency.p50 (us)");
    assertThat(lines.get(1)).contains(",quic,ok,").contains("not available: backend veth has no");
    browser.evaluate("$('words').value = ''; refresh(); " + BUILD_ALL);
    String place =
        "[...document.querySelectorAll('#cells thead button')]"
            + ".findIndex(b => b.textContent.startsWith('latency.p50'))";
    String column =
        "[...document.querySelectorAll('#cells tbody tr')].map(r => r.cells["
            + place
            + "].innerText)";
    String click = "document.querySelectorAll('#cells thead button')[" + place + "].click()";
    browser.evaluate(click);
    assertThat(texts(column)).startsWith("4.17").endsWith("–");
    browser.evaluate(click);
    assertThat(texts(column)).startsWith("30,769").endsWith("–");
  }

  @Test
  void prints() throws Exception {
    browser.look(1440, 900, "dark");
    browser.open(report);

    assertThat(browser.call("Page.printToPDF", Map.of()).path("data").asText())
        .startsWith("JVBERi0")
        .hasSizeGreaterThan(50_000);
    assertThat(browser.complaints()).isEmpty();
  }

  /** Against what a browser takes for the same bytes without us, in the same minute. */
  @Test
  @Tag("slow")
  void tenThousandCellsStayUsable(@TempDir Path other) throws Exception {
    Ledger many = Results.many(other, 12, 14, 60);
    Path page = HtmlReport.write(many, other);
    String html = Files.readString(page);
    String data = html.substring(html.indexOf("<script type=\"application/json\""));
    Path bare = other.resolve("bare.html");
    Files.writeString(
        bare,
        data.substring(0, data.indexOf("</script>"))
            + "</script><script>JSON.parse(document.getElementById('data').textContent);"
            + "document.documentElement.dataset.ready = performance.now()</script>");
    browser.look(1440, 900, "light");
    double floor = readyMillis(report) + readyMillis(bare);
    double ready = readyMillis(page);
    double filtered =
        browser
            .evaluate(
                "(() => { const t = performance.now(); chosen.set('impairment', 'link3');"
                    + " refresh(); return performance.now() - t; })()")
            .asDouble();
    System.out.printf(
        "%,d cells, %,d kB: ready after %.0f ms (floor: %.0f), filtered in %.0f ms%n",
        many.cells().size(), Files.size(page) / 1000, ready, floor, filtered);

    assertThat(browser.evaluate("$('matching').textContent").asText())
        .isEqualTo("720 of 10,080 cells");
    assertThat(browser.complaints()).isEmpty();
    assertThat(ready).isLessThan(SLOWER * floor);
    assertThat(filtered).isLessThan(floor);
    assertThat(browser.evaluate("document.querySelectorAll('*').length").asInt())
        .as("what is not looked at is not there")
        .isLessThan(20_000);
  }

  private static double readyMillis(Path page) throws Exception {
    browser.open(page);
    return browser.evaluate("Number(document.documentElement.dataset.ready)").asDouble();
  }

  private static List<String> texts(String expression) throws Exception {
    List<String> texts = new ArrayList<>();
    browser.evaluate(expression).forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
