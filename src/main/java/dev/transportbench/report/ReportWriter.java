package dev.transportbench.report;

import dev.transportbench.ledger.Ledger;
import dev.transportbench.ledger.LedgerJson;
import freemarker.template.Configuration;
import freemarker.template.TemplateDirectiveModel;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Renders a ledger by a template; all markup is the template's. */
public final class ReportWriter {
  private static final Configuration TEMPLATES = configuration();

  private ReportWriter() {}

  /** Writes {@code report.md} into the folder. */
  public static Path writeMarkdown(Ledger ledger, Path folder) throws IOException {
    Path file = folder.resolve("report.md");
    LedgerJson.writeText(file, markdown(ledger));
    return file;
  }

  static String markdown(Ledger ledger) throws IOException {
    return render("report.md.ftl", PageBuilder.page(ledger));
  }

  /** A template of {@code report-templates/} with its {@code page}. */
  public static String render(String template, Object page) throws IOException {
    StringWriter text = new StringWriter();
    render(template, page, text);
    return text.toString();
  }

  /** The same, of a page that may be too large for one string. */
  public static void render(String template, Object page, Writer out) throws IOException {
    try {
      TEMPLATES.getTemplate(template).process(Map.of("page", page), out);
    } catch (TemplateException e) {
      throw new IllegalStateException("the template is faulty", e);
    }
  }

  /** What a template calls as {@code <@page.name/>}, to have it written where that stands. */
  public static TemplateDirectiveModel written(LedgerJson.Text text) {
    return (environment, parameters, variables, body) -> text.writeTo(environment.getOut());
  }

  private static Configuration configuration() {
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
    configuration.setClassLoaderForTemplateLoading(
        ReportWriter.class.getClassLoader(), "report-templates");
    configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
    configuration.setNumberFormat("computer");
    return configuration;
  }
}
