package dev.transportbench.report.html;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.PageBuilder;
import dev.transportbench.report.ReportPage;
import dev.transportbench.report.ReportWriter;
import freemarker.template.TemplateDirectiveModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * {@code report.html}: one file that fetches nothing, made of the ledger and of the latency logs.
 * Text and data are put in here; what is drawn of them, and how, is the template's script.
 */
public final class HtmlReport {
  /** Says where the chart library is: its path holds its version, which the build knows. */
  private static final String LIBRARY = "library.properties";

  /**
   * What the template lays out.
   *
   * @param data writes JSON that may stand in a script element
   * @param library the chart library's own text
   * @param environment the little of it that one line tells
   */
  public record Page(
      ReportPage report, TemplateDirectiveModel data, String library, String environment) {}

  private static final List<String> TOLD_FIRST =
      List.of("jdk", "cpu", "cores", "kernel", "netty", "commit", "startUtc");

  private HtmlReport() {}

  /** Writes {@code report.html} into the folder. */
  public static Path write(Ledger ledger, Path folder) throws IOException {
    Path file = folder.resolve("report.html");
    ReportPage page = PageBuilder.page(ledger);
    // Of ten thousand cells the data alone are a hundred megabytes: never in one piece.
    TemplateDirectiveModel data = ReportWriter.written(out -> data(ledger, folder, page, out));
    LedgerJson.writeText(
        file,
        out ->
            ReportWriter.render(
                "report.html.ftl", new Page(page, data, library(), environment(page)), out));
    return file;
  }

  private static void data(Ledger ledger, Path folder, ReportPage page, Writer out)
      throws IOException {
    try (JsonGenerator json = LedgerJson.generator(out)) {
      json.setCharacterEscapes(new InScript());
      json.writeStartObject();
      ReportData.of(ledger, folder).writeTo(json);
      json.writePOJOField("contrasts", page.contrasts());
      json.writePOJOField("published", page.published());
      json.writeEndObject();
    }
  }

  /** JSON in which nothing can end the element that it stands in. */
  private static final class InScript extends CharacterEscapes {
    private static final long serialVersionUID = 1;
    private static final int[] ESCAPES = CharacterEscapes.standardAsciiEscapesForJSON();

    static {
      ESCAPES['<'] = CharacterEscapes.ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ESCAPES.clone();
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
      return null;
    }
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
    Properties known = new Properties();
    try (InputStream in = HtmlReport.class.getResourceAsStream(LIBRARY)) {
      known.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String path = known.getProperty("path");
    try (InputStream in = HtmlReport.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the chart library is not on the class path: " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
