package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files that spread a study over machines: what they run is what this jar understands. */
class ManyMachinesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path WORKFLOW = Path.of(".github/workflows/study.yml");
  private static final Path JOB = Path.of("docs/study-job.yaml");

  private static List<JsonNode> documents(Path file) throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    for (Object document :
        new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(Files.readString(file))) {
      documents.add(JSON.valueToTree(document));
    }
    return documents;
  }

  @Test
  void theWorkflowPinsEveryActionAndRunsEveryShard() throws IOException {
    JsonNode workflow = documents(WORKFLOW).get(0);
    JsonNode jobs = workflow.get("jobs");

    List<String> uses = new ArrayList<>();
    jobs.forEach(
        job ->
            job.get("steps")
                .forEach(
                    step -> {
                      assertThat(step.has("uses") ^ step.has("run")).isTrue();
                      if (step.has("uses")) {
                        uses.add(step.get("uses").asText());
                      }
                    }));
    assertThat(uses)
        .hasSizeGreaterThan(5)
        .allMatch(use -> use.matches("actions/[a-z-]+@[0-9a-f]{40}"));
    assertThat(workflow.at("/permissions/contents").asText()).isEqualTo("read");
    int shards = workflow.at("/env/SHARDS").asInt();
    JsonNode matrix = jobs.at("/shard/strategy/matrix/shard");
    assertThat(matrix).hasSize(shards);
    for (int i = 0; i < shards; i++) {
      assertThat(matrix.get(i).asInt()).isEqualTo(i + 1);
      assertThat(Shard.parse(matrix.get(i).asText() + "/" + shards).index()).isEqualTo(i + 1);
    }
    assertThat(Files.readString(WORKFLOW))
        .contains("run \"$STUDY\" --shard \"$SHARD/$SHARDS\" --out \"shard-$SHARD\"")
        .contains("merge shard-* --out merged");
    assertThat(jobs.at("/merge/needs").asText()).isEqualTo("shard");
    assertThat(jobs.at("/shard/needs").asText()).isEqualTo("build");
  }

  /** The part of batch/v1 that an Indexed Job needs, as the API's reference has it. */
  private static final String INDEXED_JOB =
      """
      {
        "type": "object", "required": ["apiVersion", "kind", "metadata", "spec"],
        "additionalProperties": false,
        "properties": {
          "apiVersion": {"const": "batch/v1"}, "kind": {"const": "Job"},
          "metadata": {"type": "object", "required": ["name"]},
          "spec": {
            "type": "object", "additionalProperties": false,
            "required": ["completionMode", "completions", "parallelism", "template"],
            "properties": {
              "completionMode": {"const": "Indexed"},
              "completions": {"type": "integer", "minimum": 1},
              "parallelism": {"type": "integer", "minimum": 1},
              "backoffLimit": {"type": "integer", "minimum": 0},
              "podFailurePolicy": {
                "type": "object", "required": ["rules"],
                "properties": {"rules": {"type": "array", "items": {
                  "type": "object", "required": ["action"],
                  "properties": {
                    "action": {"enum": ["FailJob", "FailIndex", "Ignore", "Count"]},
                    "onExitCodes": {"type": "object", "required": ["operator", "values"],
                      "properties": {
                        "operator": {"enum": ["In", "NotIn"]},
                        "values": {"type": "array", "items": {"type": "integer"}}}}}}}}
              },
              "template": {"type": "object", "required": ["spec"], "properties": {"spec": {
                "type": "object", "required": ["restartPolicy", "containers"],
                "properties": {
                  "restartPolicy": {"const": "Never"},
                  "containers": {"type": "array", "minItems": 1, "items": {
                    "type": "object", "required": ["name", "image"],
                    "properties": {
                      "name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
                      "command": {"type": "array", "items": {"type": "string"}},
                      "env": {"type": "array", "items": {
                        "type": "object", "required": ["name", "value"],
                        "properties": {"value": {"type": "string"}}}},
                      "volumeMounts": {"type": "array", "items": {
                        "type": "object", "required": ["name", "mountPath"]}}}}},
                  "volumes": {"type": "array", "items": {
                    "type": "object", "required": ["name"], "minProperties": 2, "maxProperties": 2}}
                }}}}
            }
          }
        }
      }
      """;

  @Test
  void theJobIsAnIndexedJob() throws IOException {
    List<JsonNode> documents = documents(JOB);
    assertThat(documents.get(0).at("/kind").asText()).isEqualTo("PersistentVolumeClaim");
    JsonNode job = documents.get(1);
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(INDEXED_JOB)
                .validate(job))
        .isEmpty();
    JsonNode spec = job.get("spec");
    assertThat(spec.get("parallelism").asInt()).isEqualTo(spec.get("completions").asInt());
    JsonNode pod = spec.at("/template/spec");
    List<String> volumes = new ArrayList<>();
    pod.get("volumes").forEach(volume -> volumes.add(volume.get("name").asText()));
    pod.at("/containers/0/volumeMounts")
        .forEach(mount -> assertThat(volumes).contains(mount.get("name").asText()));
    assertThat(
            pod.at(
                    "/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0"
                        + "/labelSelector/matchLabels")
                .toString())
        .isEqualTo(spec.at("/template/metadata/labels").toString());
    assertThat(pod.at("/volumes/0/persistentVolumeClaim/claimName").asText())
        .isEqualTo(documents.get(0).at("/metadata/name").asText());
  }

  /** Its shell line, run by a shell, with a java that only tells what it was asked. */
  @Test
  void eachPodRunsItsShard() throws Exception {
    JsonNode spec = documents(JOB).get(1).get("spec");
    int count = spec.get("completions").asInt();
    JsonNode command = spec.at("/template/spec/containers/0/command");
    assertThat(command).hasSize(3);
    Map<Integer, Integer> statuses = new TreeMap<>(Map.of(0, 0, 1, 0, 2, 2, 137, 137));
    for (int index = 0; index < count; index++) {
      for (Map.Entry<Integer, Integer> status : statuses.entrySet()) {
        String stub = "java() { echo \"$@\"; return " + status.getKey() + "; }\n";
        ProcessBuilder shell =
            new ProcessBuilder("/bin/sh", "-c", stub + command.get(2).asText())
                .redirectErrorStream(true);
        shell.environment().put("JOB_COMPLETION_INDEX", Integer.toString(index));
        shell.environment().put("STUDY", "quick");
        Process ran = shell.start();
        String told = new String(ran.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(ran.waitFor()).as(told).isEqualTo(status.getValue());
        Matcher shard =
            Pattern.compile("run quick --shard (\\S+) --out (\\S+) --resume").matcher(told);
        assertThat(shard.find()).as(told).isTrue();
        assertThat(Shard.parse(shard.group(1))).isEqualTo(new Shard(index + 1, count));
        assertThat(shard.group(2)).isEqualTo("/results/shard-" + (index + 1));
      }
    }
  }
}
