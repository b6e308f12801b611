package dev.transportbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.CellRecord;
import dev.transportbench.ledger.CellRecord.Status;
import dev.transportbench.ledger.Figure;
import dev.transportbench.ledger.FigureName;
import dev.transportbench.ledger.ForkRecord;
import dev.transportbench.ledger.Reading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellAssemblyTest {
  private static final Cell CELL = new Cell("x.Y.z", Map.of("transport", "tcp"), null, null);

  private static CellRecord assemble(Cell cell, ForkRecord... forks) {
    return CellAssembly.of(cell, List.of(), List.of(forks), true);
  }

  private static ForkRecord fork(FigureName name, Reading... readings) {
    return Records.fork(
        java.util.Arrays.stream(readings)
            .map(reading -> Records.iteration(100, 20, Map.of(name, reading)))
            .toArray(dev.transportbench.ledger.IterationRecord[]::new));
  }

  @Test
  void aFigureIsTheMeanOfTheForksMeans() {
    CellRecord cell =
        assemble(
            CELL,
            fork(FigureName.CPU_CLIENT, Reading.of(10), Reading.of(20)),
            fork(FigureName.CPU_CLIENT, Reading.of(30)));

    assertThat(cell.status()).isEqualTo(Status.ok);
    assertThat(cell.figures().get("cpu.client"))
        .isEqualTo(new Figure(22.5, "us", List.of(15.0, 30.0), null));
  }

  @Test
  void countsAreSummed() {
    CellRecord cell =
        assemble(
            CELL,
            fork(FigureName.RPC_COMPLETED, Reading.of(10), Reading.of(20)),
            fork(FigureName.RPC_COMPLETED, Reading.of(30)));

    assertThat(cell.figures().get("rpc.completed").value()).isEqualTo(60);
  }

  @Test
  void whatIsNotAvailableSaysWhyAndIsNeverZero() {
    CellRecord cell =
        assemble(CELL, fork(FigureName.CPU_LINK, Reading.notAvailable("veth has no emulator")));

    assertThat(cell.figures().get("cpu.link").value()).isNull();
    assertThat(cell.figures().get("cpu.link").notAvailable()).isEqualTo("veth has no emulator");
    assertThat(cell.figures().get("wire.overhead").notAvailable())
        .isEqualTo("not measured by this benchmark");
    assertThat(cell.figures()).hasSize(FigureName.values().length);
  }

  @Test
  void aViolationMakesTheCellInvalid() {
    CellRecord cell =
        assemble(
            CELL,
            Records.fork(List.of("loss 2 %, asked 1 %"), Map.of(), Records.iteration(100, 20)));

    assertThat(cell.status()).isEqualTo(Status.invalid);
    assertThat(cell.why()).isEqualTo("loss 2 %, asked 1 %");
  }

  @Test
  void failedRpcsMakeAReliableTransportInvalid() {
    ForkRecord fork = fork(FigureName.RPC_FAILED, Reading.of(2), Reading.of(1));

    assertThat(assemble(CELL, fork).why()).isEqualTo("3 RPCs failed");
    assertThat(CellAssembly.of(CELL, List.of(), List.of(fork), false).status())
        .isEqualTo(Status.ok);
  }

  @Test
  void unlikeTermsOfTwoForksMakeTheCellInvalid() {
    CellRecord cell =
        assemble(
            CELL,
            Records.fork(List.of(), Map.of("client.congestion", "cubic"), Records.iteration(9, 1)),
            Records.fork(List.of(), Map.of("client.congestion", "bbr"), Records.iteration(9, 1)));

    assertThat(cell.status()).isEqualTo(Status.invalid);
    assertThat(cell.why()).isEqualTo("terms differ between forks: client.congestion cubic and bbr");
  }

  @Test
  void whatWasMeasuredOnTheWayMayDifferAndIsToldOfEachFork() {
    CellRecord cell =
        assemble(
            CELL,
            Records.fork(
                List.of(),
                Map.of("client.fallback.cost.millis", "2001", "client.fallback.used", "websocket"),
                Records.iteration(9, 1)),
            Records.fork(
                List.of(),
                Map.of("client.fallback.cost.millis", "2003", "client.fallback.used", "websocket"),
                Records.iteration(9, 1)));

    assertThat(cell.status()).isEqualTo(Status.ok);
    assertThat(cell.terms())
        .containsEntry("client.fallback.cost.millis", "2001 2003")
        .containsEntry("client.fallback.used", "websocket");
  }

  @Test
  void aFailedForkFailsTheCellAndKeepsTheOthersFigures() {
    CellRecord cell =
        CellAssembly.of(
            CELL,
            List.of("fork 1: boom (logs/x.log)"),
            List.of(fork(FigureName.CPU_CLIENT, Reading.of(10))),
            true);

    assertThat(cell.status()).isEqualTo(Status.failed);
    assertThat(cell.why()).isEqualTo("fork 1: boom (logs/x.log)");
    assertThat(cell.forks()).isEqualTo(1);
    assertThat(cell.figures().get("cpu.client").value()).isEqualTo(10);
  }

  @Test
  void theKnownAnswerMustBeRight() {
    Cell known =
        new Cell(
            "x.Y.z", Map.of("transport", KnownAnswer.TRANSPORT, "concurrency", "1"), null, null);

    assertThat(assemble(known, Records.fork(Records.iteration(100, 20.4))).status())
        .isEqualTo(Status.ok);
    CellRecord wrong = assemble(known, Records.fork(Records.iteration(100, 31)));
    assertThat(wrong.status()).isEqualTo(Status.invalid);
    assertThat(wrong.why())
        .isEqualTo("known answer: the median is 31.01 us; allowed: 19.5 to 23.0 us");
  }

  @Test
  void aCellThatCannotRunSaysWhy() {
    CellRecord cell =
        CellAssembly.of(new Cell("x.Y.z", Map.of(), "no tun", null), List.of(), List.of(), true);

    assertThat(cell.status()).isEqualTo(Status.notRun);
    assertThat(cell.why()).isEqualTo("no tun");
    assertThat(cell.figures()).isEmpty();
  }
}
