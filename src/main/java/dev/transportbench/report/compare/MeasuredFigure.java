package dev.transportbench.report.compare;

import dev.transportbench.report.Unit;
import dev.transportbench.stats.Forks;
import java.util.ArrayList;
import java.util.List;

/**
 * One figure of one cell on one side.
 *
 * @param unit as the file has it
 * @param notes what a reader must know of these values
 */
record MeasuredFigure(String unit, Forks forks, List<String> notes) {

  /** The forks of both. */
  MeasuredFigure and(MeasuredFigure more) {
    double factor = Unit.factor(more.unit, unit);
    if (Double.isNaN(factor)) {
      return this;
    }
    List<String> all = new ArrayList<>(notes);
    more.notes.stream().filter(note -> !all.contains(note)).forEach(all::add);
    return new MeasuredFigure(unit, forks.and(more.forks.times(factor)), all);
  }
}
