package dev.transportbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.docs.Docs;
import dev.transportbench.ledger.LedgerJson;
import dev.transportbench.report.Ledgers;
import dev.transportbench.study.Studies;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every command of the pages for people. Verbs that end at once run; of those that measure, the
 * words are parsed, studies, links, parameters and properties looked up, and the plan made. A
 * command of which nobody knows how to check it fails.
 */
class DocumentedCommandsTest {
  /** Fences whose blocks are commands, and those of other blocks. */
  private static final String COMMANDS = "sh";

  private static final Set<String> OTHERS = Set.of("text", "json", "yaml", "js");

  /** Programs that are not ours, and the test that runs them as the pages do. */
  private static final Map<String, String> RUN_BY =
      Map.of(
          "javac", "TheirTransportIT",
          "cp", "TheirTransportIT",
          "jar", "TheirTransportIT",
          "tshark", "CaptureIT",
          "ip", "NetemGuestTrials",
          "ping", "NetemGuestTrials");

  /** Verbs that need nothing but files. */
  private static final Set<String> AT_ONCE =
      Set.of("doctor", "report", "compare", "export", "history", "help");

  /** Maven's own properties. */
  private static final Set<String> MAVENS =
      Set.of("skipTests", "test", "it.test", "surefire.failIfNoSpecifiedTests");

  private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z][A-Z_]*|…");

  @TempDir Path folder;
  private final Map<String, String> given = new LinkedHashMap<>();
  private String pom;
  private String sources;
  private int stores;

  @BeforeEach
  void whatTheWordsStandFor() throws IOException {
    Path result = Files.createDirectory(folder.resolve("result"));
    LedgerJson.write(result.resolve("ledger.json"), Ledgers.sample());
    Files.writeString(result.resolve("jmh.json"), "[]");
    String jmh =
        Files.writeString(
                folder.resolve("jmh.json"),
                "[{\"benchmark\": \"a.B.c\", \"primaryMetric\": {\"score\": 1,"
                    + " \"scoreUnit\": \"ops/s\", \"rawData\": [[1]]}}]")
            .toString();
    given.put("BASE", jmh);
    given.put("HEAD", jmh);
    given.put("DIR", result.toString());
    given.put("DIR…", result.toString());
    given.put("DIR/base", result.toString());
    given.put("DIR/head", result.toString());
    given.put("JAR", "target/benchmarks.jar");
    given.put("FORMAT", "csv");
    given.put("CELL", "transport=tls impairment=clean");
    given.put("STUDY", "smoke");
    given.put("PATH", "smoke");
    given.put("NAME", "smoke");
    given.put("I/N", "1/2");
    given.put("N", "1");
    given.put("B", "1");
    given.put("C", "1");
    given.put("CMD", "true");
    given.put("…", "true");
    given.put("PROFILE", "open");
    given.put("path/to/it.yaml", "profiles/study/smoke.yaml");
    given.put("impairment=path/to/it.yaml", "impairment=profiles/link/wan-50ms.yaml");
    given.put("TRANSPORT", "tls");
    given.put("URL", "tls://127.0.0.1:1");
    given.put("ADDR:PORT", "127.0.0.1:0");
    pom = Files.readString(Path.of("pom.xml"));
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        all.append(Files.readString(file));
      }
      sources = all.toString();
    }
  }

  @Test
  void everyFencedCommand() throws IOException {
    int commands = 0;
    for (Docs.Block block : Docs.blocks()) {
      if (!block.language().equals(COMMANDS)) {
        assertThat(OTHERS)
            .as(block.at() + ": what kind of block is it?")
            .contains(block.language());
        continue;
      }
      for (String command : block.commands()) {
        check(block.at(), Docs.words(command));
        commands++;
      }
    }
    assertThat(commands).isGreaterThan(30);
  }

  @Test
  void everyCommandWithinALine() throws IOException {
    int commands = 0;
    for (Docs.Span span : Docs.spans()) {
      if (isCommand(span.text())) {
        check(span.at(), Docs.words(span.text()));
        commands++;
      }
    }
    assertThat(commands).isGreaterThan(40);
  }

  /** Not what only names a program or a verb. */
  private static boolean isCommand(String text) {
    List<String> words = Docs.words(text);
    if (words.size() < 2) {
      return text.startsWith("-D") && text.contains("=") && !text.startsWith("-D…");
    }
    String first = words.get(0);
    return List.of("java", "mvn", "unshare", "…", "-p").contains(first)
        || first.startsWith("netem/")
        || RUN_BY.containsKey(first)
        || Verbs.isVerb(first);
  }

  private void check(String at, List<String> words) throws IOException {
    String as = at + ": " + String.join(" ", words);
    String first = words.get(0);
    List<String> rest = words.subList(1, words.size());
    if (first.equals("java")) {
      java(as, rest);
    } else if (first.equals("mvn")) {
      mvn(as, rest);
    } else if (first.equals("…")) {
      ours(as, rest);
    } else if (first.equals("unshare")) {
      assertThat(rest.get(0)).as(as).isEqualTo("-Urn");
      check(at, rest.subList(1, rest.size()));
    } else if (first.startsWith("netem/")) {
      script(as, at, words);
    } else if (first.equals("apt-get")) {
      assertThat(Files.readString(Path.of(".ci/run")))
          .as(as)
          .contains(rest.subList(1, rest.size()));
    } else if (first.startsWith("-D")) {
      property(as, first);
    } else if (first.equals("-p")) {
      List<String> whole = new ArrayList<>(List.of("UnaryRpc"));
      whole.addAll(words);
      ours(as, whole);
    } else if (RUN_BY.containsKey(first)) {
      assertThat(find(RUN_BY.get(first))).as(as).isTrue();
    } else {
      assertThat(Verbs.isVerb(first)).as(as + ": nobody knows how to check this").isTrue();
      ours(as, words);
    }
  }

  private void java(String as, List<String> words) throws IOException {
    int next = 0;
    while (words.get(next).startsWith("-D")) {
      property(as, words.get(next++));
    }
    if (words.equals(List.of("-jar"))) {
      // How the jar is started, whatever it is to do.
      return;
    }
    if (words.get(next).equals("-jar")) {
      assertThat(words.get(next + 1)).as(as).matches("(target/)?benchmarks\\.jar|…");
      ours(as, words.subList(next + 2, words.size()));
    } else {
      assertThat(words.get(next)).as(as).isEqualTo("-cp");
      assertThat(words.get(next + 2)).as(as).isEqualTo(Main.class.getName());
      // A transport of another jar: TheirTransportIT runs it.
      assertThat(words.get(next + 1)).as(as).endsWith(".jar");
    }
  }

  /** Of ours, one that some code reads, or of Maven's or the JDK's. */
  private void property(String as, String word) {
    String name = word.substring(2).replaceFirst("=.*", "");
    assertThat(
            sources.contains('"' + name + '"')
                || pom.contains("<" + name + ">")
                || pom.contains("<name>" + name + "</name>")
                || MAVENS.contains(name)
                || name.startsWith("javax."))
        .as(as + ": " + name)
        .isTrue();
  }

  private void mvn(String as, List<String> words) throws IOException {
    for (String word : words) {
      if (word.startsWith("-D")) {
        property(as, word);
        String value = word.substring(word.indexOf('=') + 1);
        if (word.startsWith("-Dbench.study=") && !PLACEHOLDER.matcher(value).matches()) {
          assertThat(Studies.load(value)).as(as).isNotNull();
        } else if (word.startsWith("-Dit.test=")) {
          assertThat(find(value)).as(as).isTrue();
        }
      } else if (word.startsWith("-P")) {
        assertThat(pom).as(as).contains("<id>" + word.substring(2) + "</id>");
      } else {
        assertThat(word).as(as).isIn("verify", "package", "test");
      }
    }
  }

  private static boolean find(String test) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      return files.anyMatch(file -> file.endsWith(test + ".java"));
    }
  }

  private void script(String as, String at, List<String> words) throws IOException {
    Path script = Path.of(words.get(0));
    assertThat(Files.isExecutable(script)).as(as).isTrue();
    String text = Files.readString(script);
    List<String> command = new ArrayList<>(words.subList(1, words.size()));
    boolean runs = script.endsWith("run.sh") || script.getFileName().toString().startsWith("rootl");
    while (!command.isEmpty() && (!runs || command.get(0).startsWith("-"))) {
      if (command.get(0).startsWith("-")) {
        assertThat(text).as(as).containsPattern(Pattern.quote(command.get(0)) + "\\b");
      }
      command.remove(0);
    }
    if (command.size() == 3 && command.subList(0, 2).equals(List.of("bash", "-c"))) {
      for (String part : command.get(2).split("&&")) {
        check(at, Docs.words(part));
      }
    } else if (!command.isEmpty()) {
      check(at, command);
    }
  }

  private void ours(String as, List<String> words) throws IOException {
    List<String> args = words.stream().map(DocumentedCommandsTest::withoutBrackets).toList();
    String verb = args.isEmpty() || args.get(0).equals("…") ? null : args.get(0);
    if (verb == null) {
      return;
    }
    boolean whole = args.stream().noneMatch(word -> word.contains("…") && !word.equals("DIR…"));
    if (!Verbs.isVerb(verb)) {
      int end = whole ? args.size() : args.indexOf("…") - 1;
      assertThat(JmhCommandLine.checked(substituted(args.subList(0, end)))).as(as).isNotNull();
    } else if (verb.equals("run")) {
      List<String> dry = new ArrayList<>(args);
      dry.add("--dry-run");
      runs(as, dry.stream().distinct().toList());
    } else if (whole && (AT_ONCE.contains(verb) || args.equals(List.of("link", "list")))) {
      runs(as, args);
    } else {
      parses(as, args, whole);
      if (verb.equals("link") && args.size() > 2 && !args.get(1).equals("bench")) {
        if (!args.get(2).contains("…")) {
          runs(as, List.of("link", "show", args.get(2)));
        }
      } else if (verb.equals("ab") || verb.equals("aa")) {
        plan(as, args);
      }
    }
  }

  /** Of {@code [--out DIR]}, but not of {@code [::]:1}. */
  private static String withoutBrackets(String word) {
    String bare = word.startsWith("[-") ? word.substring(1) : word;
    while (bare.endsWith("]") && count(bare, ']') > count(bare, '[')) {
      bare = bare.substring(0, bare.length() - 1);
    }
    return bare;
  }

  private static long count(String text, char c) {
    return text.chars().filter(each -> each == c).count();
  }

  private String[] substituted(List<String> words) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("FILE") && words.get(0).equals("history")) {
        all.add(store(words.get(1).equals("show")));
      } else if (word.equals("FILE")) {
        all.add(folder.resolve("written").toString());
      } else if (word.equals("DIR") && i > 0 && words.get(i - 1).equals("--out")) {
        all.add(folder.resolve("out").toString());
      } else if (word.equals("NAME") && words.get(i - 1).equals("--figure")) {
        all.add("latency.p50");
      } else if (word.equals("NAME") && words.get(0).equals("link")) {
        all.add("open");
      } else if (word.equals("CELL")) {
        all.addAll(List.of(given.get(word).split(" ")));
      } else {
        all.add(given.getOrDefault(word, word));
      }
    }
    return all.toArray(String[]::new);
  }

  private String store(boolean filled) {
    String store = folder.resolve("store" + stores++).toString();
    if (filled) {
      assertThat(Cli.run("history", "add", given.get("DIR"), "--store", store).status()).isZero();
    }
    return store;
  }

  private void runs(String as, List<String> words) {
    // A plan goes to standard output itself.
    PrintStream stdout = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    Cli cli;
    try {
      cli = Cli.run(substituted(words));
    } finally {
      System.setOut(stdout);
    }
    assertThat(cli.err()).as(as).isEmpty();
    assertThat(cli.status()).as(as).isIn(ExitStatus.OK, ExitStatus.FAILED);
  }

  private void parses(String as, List<String> words, boolean whole) {
    CommandLine commandLine = new CommandLine(new Verbs());
    try {
      assertThat(commandLine.parseArgs(substituted(words)).hasSubcommand()).as(as).isTrue();
    } catch (CommandLine.MissingParameterException e) {
      // Words with an ellipsis do not tell all, a verb's own words nothing; they are known.
      boolean named = words.size() == 2 && !words.get(1).startsWith("-");
      assertThat(named || !whole).as(as + ": " + e.getMessage()).isTrue();
    }
  }

  private static void plan(String as, List<String> words) {
    Map<String, String> options =
        Stream.of("--study", "--budget")
            .filter(words::contains)
            .collect(Collectors.toMap(name -> name, name -> words.get(words.indexOf(name) + 1)));
    AbPlan plan =
        AbPlan.of(
            options.getOrDefault("--study", "gate"), options.getOrDefault("--budget", "10m"), 3, 1);
    assertThat(plan.plan().cells()).as(as).isNotEmpty();
  }
}
