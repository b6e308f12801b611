package dev.transportbench.report.html;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.PageBuilder;
import dev.transportbench.report.ReportPage;
import dev.transportbench.report.ReportWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code report.html}: one file that fetches nothing, made of the ledger and of the latency logs.
 * Text and data are put in here; what is drawn of them, and how, is the template's script.
 */
public final class HtmlReport {
  private static final String LIBRARY =
      "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

  /**
   * What the template lays out.
   *
   * @param data JSON that may stand in a script element
   * @param library the chart library's own text
   * @param environment the little of it that one line tells
   */
  public record Page(ReportPage report, String data, String library, String environment) {}

  private static final List<String> TOLD_FIRST =
      List.of("jdk", "cpu", "cores", "kernel", "netty", "commit", "startUtc");

  private HtmlReport() {}

  /** Writes {@code report.html} into the folder. */
  public static Path write(Ledger ledger, Path folder) throws IOException {
    Path file = folder.resolve("report.html");
    LedgerJson.writeText(file, html(ledger, folder));
    return file;
  }

  static String html(Ledger ledger, Path folder) throws IOException {
    ReportPage page = PageBuilder.page(ledger);
    ObjectNode data = ReportData.of(ledger, folder);
    data.putPOJO("contrasts", page.contrasts());
    data.putPOJO("published", page.published());
    return ReportWriter.render(
        "report.html.ftl", new Page(page, inScript(data), library(), environment(page)));
  }

  /** JSON in which nothing can end the element that it stands in. */
  private static String inScript(ObjectNode data) {
    return LedgerJson.line(data).replace("<", "\\u003c");
  }

  private static String environment(ReportPage page) {
    StringBuilder line = new StringBuilder();
    for (String name : TOLD_FIRST) {
      for (ReportPage.Pair pair : page.environment()) {
        if (pair.name().equals(name)) {
          line.append(line.isEmpty() ? "" : " · ").append(name).append(' ').append(pair.value());
        }
      }
    }
    return line.toString();
  }

  private static String library() {
    try (InputStream in = HtmlReport.class.getResourceAsStream(LIBRARY)) {
      if (in == null) {
        throw new IllegalStateException("the chart library is not on the class path: " + LIBRARY);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
