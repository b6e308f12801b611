package dev.transportbench.report.compare;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.transportbench.report.Unit;
import dev.transportbench.stats.Forks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.DoubleHistogram;

/** A primary or secondary metric in JMH's JSON. */
final class JmhMetric {
  /** JMH's names of percentiles, and each as a share of one hundred. */
  private static final Map<String, Double> PERCENTILES =
      Map.of("p0.50", 50.0, "p0.90", 90.0, "p0.99", 99.0);

  private static final int DIGITS = 3;

  /** A fork's percentile is taken when at least this many of its values lie above it. */
  private static final int LEAST_ABOVE = 10;

  private double score = Double.NaN;
  private String unit = "";
  private final List<double[]> forks = new ArrayList<>();
  private final Map<String, List<Double>> percentiles = new LinkedHashMap<>();

  private JmhMetric() {}

  /** From the object's start to its end. */
  static JmhMetric read(JsonParser json) throws IOException {
    JmhMetric metric = new JmhMetric();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      if (name.equals("score") && token.isScalarValue()) {
        metric.score = number(json);
      } else if (name.equals("scoreUnit")
          && token.isScalarValue()
          && token != JsonToken.VALUE_NULL) {
        metric.unit = json.getText();
      } else if (name.equals("rawData") && token == JsonToken.START_ARRAY) {
        metric.rawData(json);
      } else if (name.equals("rawDataHistogram") && token == JsonToken.START_ARRAY) {
        while (json.nextToken() == JsonToken.START_ARRAY) {
          metric.histograms(json);
        }
      } else {
        json.skipChildren();
      }
    }
    return metric;
  }

  /** An array of forks; one of numbers is a single fork's. */
  private void rawData(JsonParser json) throws IOException {
    IterationValues flat = new IterationValues();
    boolean isFlat = false;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() == JsonToken.START_ARRAY) {
        IterationValues values = new IterationValues();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          if (json.currentToken().isScalarValue()) {
            values.add(number(json));
          } else {
            json.skipChildren();
          }
        }
        add(values);
      } else if (json.currentToken().isScalarValue()) {
        isFlat = true;
        flat.add(number(json));
      } else {
        json.skipChildren();
      }
    }
    if (isFlat) {
      add(flat);
    }
  }

  private void add(IterationValues values) {
    double[] all = values.values();
    if (all.length > 0) {
      forks.add(all);
    }
  }

  /** One fork: an array of iterations, each an array of pairs of a value and its count. */
  private void histograms(JsonParser json) throws IOException {
    IterationValues means = new IterationValues();
    DoubleHistogram all = new DoubleHistogram(DIGITS);
    while (json.nextToken() == JsonToken.START_ARRAY) {
      double sum = 0;
      double count = 0;
      while (json.nextToken() == JsonToken.START_ARRAY) {
        double[] pair = pair(json);
        if (Double.isFinite(pair[0]) && pair[0] >= 0 && pair[1] > 0) {
          sum += pair[0] * pair[1];
          count += pair[1];
          record(all, pair[0], (long) pair[1]);
        }
      }
      means.add(count > 0 ? sum / count : Double.NaN);
    }
    add(means);
    PERCENTILES.forEach(
        (name, percentile) -> {
          boolean enough = all.getTotalCount() * (100 - percentile) / 100 >= LEAST_ABOVE;
          percentiles
              .computeIfAbsent(name, key -> new ArrayList<>())
              .add(enough ? all.getValueAtPercentile(percentile) : Double.NaN);
        });
  }

  private static void record(DoubleHistogram all, double value, long count) {
    try {
      all.recordValueWithCount(value, count);
    } catch (ArrayIndexOutOfBoundsException e) {
      // More than 18 digits from the least to the largest value: the percentiles do without it.
      all.getTotalCount();
    }
  }

  private static double[] pair(JsonParser json) throws IOException {
    double[] pair = new double[2];
    int place = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (!json.currentToken().isScalarValue()) {
        json.skipChildren();
      } else if (place < pair.length) {
        pair[place++] = number(json);
      }
    }
    return pair;
  }

  /** JMH writes what is no number as text. */
  private static double number(JsonParser json) throws IOException {
    if (json.currentToken().isNumeric()) {
      return json.getDoubleValue();
    }
    try {
      return Double.parseDouble(json.getText().strip());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Forks that raw data tell of. */
  int forks() {
    return forks.size();
  }

  Unit.Dimension dimension() {
    return Unit.of(unit).dimension();
  }

  MeasuredFigure figure(List<String> notes) {
    if (forks.isEmpty()) {
      List<String> more = new ArrayList<>(notes);
      more.add("there is a score but no raw data");
      return new MeasuredFigure(unit, Forks.ofMeans(score), more);
    }
    return new MeasuredFigure(unit, Forks.of(forks.toArray(double[][]::new)), notes);
  }

  /** Of each fork's merged histogram; none where there are no histograms. */
  Map<String, MeasuredFigure> quantiles() {
    Map<String, MeasuredFigure> figures = new LinkedHashMap<>();
    List.of("p0.50", "p0.90", "p0.99")
        .forEach(
            name -> {
              List<Double> values = percentiles.getOrDefault(name, List.of());
              if (values.stream().anyMatch(Double::isFinite)) {
                double[] means = values.stream().mapToDouble(Double::doubleValue).toArray();
                figures.put(name, new MeasuredFigure(unit, Forks.ofMeans(means), List.of()));
              }
            });
    return figures;
  }
}
