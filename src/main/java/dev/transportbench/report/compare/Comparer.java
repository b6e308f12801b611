package dev.transportbench.report.compare;

import dev.transportbench.config.BadInputException;
import dev.transportbench.report.FigureRules;
import dev.transportbench.report.Unit;
import dev.transportbench.report.compare.Compared.CellPair;
import dev.transportbench.report.compare.Compared.FigurePair;
import dev.transportbench.stats.Comparison;
import dev.transportbench.stats.Family;
import dev.transportbench.stats.Forks;
import dev.transportbench.stats.Look;
import dev.transportbench.stats.Outcome;
import dev.transportbench.stats.Terms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Matches cells and figures of two sides and has each family of figures judged. */
public final class Comparer {
  /** Above this many figures fewer resamples do: half a minute for 100,000. */
  private static final int MANY = 5000;

  private static final int FEW_RESAMPLES = 1000;

  private final Measurements base;
  private final Measurements head;
  private final Judging judging;

  /** Figures waiting for their verdict, by family: one figure, in one mode, over all cells. */
  private final Map<String, List<Pending>> families = new LinkedHashMap<>();

  /** By family: comparisons that were tested and settled at an earlier look. */
  private final Map<String, Integer> settled = new HashMap<>();

  /** A place in a cell's list of figures. */
  private record Pending(List<FigurePair> figures, int place, Comparison comparison) {}

  private Comparer(Measurements base, Measurements head, Judging judging) {
    this.base = base;
    this.head = head;
    this.judging = judging;
  }

  /**
   * @param allowUnlike compare though the environments differ
   * @throws BadInputException when a side cannot be read, nothing is in common, or the environments
   *     differ
   */
  public static Compared compare(Path base, Path head, boolean allowUnlike) {
    return compare(base, head, Judging.once(allowUnlike));
  }

  /**
   * @throws BadInputException as above
   */
  public static Compared compare(Path base, Path head, Judging judging) {
    return compare(MeasurementsReader.read(base), MeasurementsReader.read(head), judging);
  }

  static Compared compare(Measurements base, Measurements head, Judging judging) {
    return new Comparer(base, head, judging).compare();
  }

  private Compared compare() {
    MatchedCells matched = MatchedCells.of(base, head);
    List<MeasuredCell> baseCells = matched.base();
    List<MeasuredCell> headCells = matched.head();
    if (baseCells.isEmpty()) {
      throw new BadInputException(
          "nothing in common: %s, %s; allowed: results with a cell of the same key on both sides"
              .formatted(summary(base), summary(head)));
    }
    List<String> unlike = Conditions.differences(baseCells, headCells);
    if (!unlike.isEmpty() && !judging.allowUnlike()) {
      throw new BadInputException(
          "unlike environments: %s; allowed: like ones, or --allow-unlike"
              .formatted(String.join("; ", unlike)));
    }
    if (judging.floor() != null) {
      judging.floor().refuseUnlike(headCells.get(0).conditions());
    }
    List<CellPair> cells = new ArrayList<>();
    for (int i = 0; i < baseCells.size(); i++) {
      cells.add(pair(baseCells.get(i), headCells.get(i)));
    }
    judge();
    Set<String> warnings = new LinkedHashSet<>();
    base.warnings().forEach(warning -> warnings.add(base.name() + ": " + warning));
    head.warnings().forEach(warning -> warnings.add(head.name() + ": " + warning));
    statedOnce("base", baseCells, headCells, warnings);
    statedOnce("head", headCells, baseCells, warnings);
    return new Compared(
        base.name(),
        head.name(),
        cells,
        oneSided(base, baseCells),
        oneSided(head, headCells),
        unlike,
        List.copyOf(warnings),
        1 - judging.alpha(),
        List.of());
  }

  private static void statedOnce(
      String name, List<MeasuredCell> side, List<MeasuredCell> other, Set<String> warnings) {
    Set<String> conditions = Conditions.statedOnce(side, other);
    if (!conditions.isEmpty()) {
      warnings.add(
          "only %s states %s: not compared".formatted(name, String.join(", ", conditions)));
    }
  }

  private static String summary(Measurements side) {
    int count = side.cells().size();
    return "'%s' has %d %s, as %s"
        .formatted(
            side.name(),
            count,
            count == 1 ? "cell" : "cells",
            side.cells().isEmpty() ? "none" : side.cells().keySet().iterator().next());
  }

  /** Cells that this side can offer or names, and that have no partner. */
  private static List<String> oneSided(Measurements side, List<MeasuredCell> matched) {
    Set<String> paired = new HashSet<>();
    matched.forEach(cell -> paired.add(cell.key()));
    List<String> keys = new ArrayList<>();
    for (MeasuredCell cell : side.cells().values()) {
      if (cell.unusable() != null) {
        keys.add(cell.key() + " (" + cell.unusable() + ")");
      } else if (!paired.contains(cell.key())) {
        keys.add(cell.key());
      }
    }
    keys.sort(NaturalOrder.COMPARATOR);
    return keys;
  }

  private CellPair pair(MeasuredCell left, MeasuredCell right) {
    List<FigurePair> figures = new ArrayList<>();
    for (Map.Entry<String, MeasuredFigure> entry : left.figures().entrySet()) {
      MeasuredFigure other = right.figures().get(entry.getKey());
      if (other != null) {
        figure(left, right, entry.getKey(), entry.getValue(), other, figures);
      }
    }
    return new CellPair(
        left.key(),
        left.benchmark(),
        left.mode(),
        left.params(),
        figures,
        missing(left, right),
        missing(right, left));
  }

  private static List<String> missing(MeasuredCell from, MeasuredCell in) {
    Set<String> names = new TreeSet<>(from.figures().keySet());
    names.removeAll(in.figures().keySet());
    return List.copyOf(names);
  }

  private void figure(
      MeasuredCell leftCell,
      MeasuredCell rightCell,
      String name,
      MeasuredFigure left,
      MeasuredFigure right,
      List<FigurePair> figures) {
    Set<String> notes = new LinkedHashSet<>();
    left.notes().forEach(note -> notes.add("base: " + note));
    right.notes().forEach(note -> notes.add("head: " + note));
    double factor = Unit.factor(right.unit(), left.unit());
    Forks converted = Double.isNaN(factor) ? right.forks() : right.forks().times(factor);
    Optional<Terms> terms = FigureRules.terms(name, left.unit());
    String notJudged = null;
    if (Double.isNaN(factor)) {
      notJudged = "base is in %s, head in %s".formatted(left.unit(), right.unit());
    } else if (terms.isEmpty()) {
      notJudged = "neither less nor more of it is better";
    } else if (FigureRules.isPart(name)) {
      notJudged = "a part of another figure, which is judged";
    } else if (name.startsWith("cpu.") && (slow(leftCell) || slow(rightCell))) {
      notJudged = "below 1,000 RPC/s no JVM is kept warm";
    }
    boolean judged = notJudged == null;
    Optional<FigurePair> before = judged ? judging.settled(leftCell.key(), name) : Optional.empty();
    if (before.isPresent()) {
      figures.add(before.get());
      if (before.get().outcome().adjustedP() != null) {
        settled.merge(family(name, leftCell), 1, Integer::sum);
      }
      return;
    }
    figures.add(
        new FigurePair(
            name,
            left.unit(),
            judged ? terms.get().better() : null,
            judged ? terms.get().band() : 0,
            left.forks().mean(),
            converted.mean(),
            null,
            notJudged,
            List.copyOf(notes)));
    if (judged) {
      families
          .computeIfAbsent(family(name, leftCell), key -> new ArrayList<>())
          .add(
              new Pending(
                  figures,
                  figures.size() - 1,
                  new Comparison(left.forks(), converted, terms.get())));
    }
  }

  private static String family(String name, MeasuredCell cell) {
    return name + " " + cell.mode();
  }

  private static boolean slow(MeasuredCell cell) {
    MeasuredFigure throughput = cell.figures().get("throughput");
    if (throughput == null) {
      return false;
    }
    double perSecond = throughput.forks().mean() * Unit.of(throughput.unit()).factor();
    return perSecond < FigureRules.LEAST_RPCS_FOR_CPU;
  }

  private void judge() {
    int count = families.values().stream().mapToInt(List::size).sum();
    int resamples = count > MANY ? FEW_RESAMPLES : Family.RESAMPLES;
    for (Map.Entry<String, List<Pending>> named : families.entrySet()) {
      List<Pending> family = named.getValue();
      Look look = new Look(judging.alpha(), settled.getOrDefault(named.getKey(), 0));
      List<Outcome> outcomes =
          Family.judge(family.stream().map(Pending::comparison).toList(), resamples, look);
      for (int i = 0; i < outcomes.size(); i++) {
        Pending pending = family.get(i);
        FigurePair figure = pending.figures().get(pending.place());
        pending
            .figures()
            .set(
                pending.place(),
                new FigurePair(
                    figure.name(),
                    figure.unit(),
                    figure.better(),
                    figure.band(),
                    figure.base(),
                    figure.head(),
                    judging.aboveFloor(figure.name(), outcomes.get(i)),
                    null,
                    figure.notes()));
      }
    }
  }
}
