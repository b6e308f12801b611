package dev.transportbench.link.emulator;

import dev.transportbench.link.Chance;
import dev.transportbench.link.Loss;
import dev.transportbench.link.Semantics;

/** Which packets chance loses. Asked once for a packet, in the order of the packets. */
abstract class LossProcess {
  abstract boolean loses(long index);

  static LossProcess of(Loss loss, Semantics semantics, Draws draws, Draws stateDraws) {
    if (loss instanceof Loss.GilbertElliott model) {
      return new GilbertElliott(model, draws, stateDraws);
    }
    if (loss instanceof Loss.FourState model) {
      return new FourState(model, draws);
    }
    Loss.Random model = (Loss.Random) loss;
    Coin coin = Coin.of(new Chance(model.probability(), model.correlation()), semantics, draws);
    return new Random(coin, model.maxBurst() == 0 ? Integer.MAX_VALUE : model.maxBurst());
  }

  private static final class Random extends LossProcess {
    private final Coin coin;
    private final int maxBurst;
    private int burst;

    Random(Coin coin, int maxBurst) {
      this.coin = coin;
      this.maxBurst = maxBurst;
    }

    @Override
    boolean loses(long index) {
      // The coin is asked in any case: its memory is one of packets, not of losses.
      boolean lost = coin.falls(index) && burst < maxBurst;
      burst = lost ? burst + 1 : 0;
      return lost;
    }
  }

  private static final class GilbertElliott extends LossProcess {
    private final Loss.GilbertElliott model;
    private final Draws draws;
    private final Draws stateDraws;
    private boolean bad;

    GilbertElliott(Loss.GilbertElliott model, Draws draws, Draws stateDraws) {
      this.model = model;
      this.draws = draws;
      this.stateDraws = stateDraws;
    }

    @Override
    boolean loses(long index) {
      double loss = bad ? model.lossInBad() : model.lossInGood();
      bad ^= stateDraws.uniform(index) < (bad ? model.r() : model.p());
      return draws.uniform(index) < loss;
    }
  }

  private static final class FourState extends LossProcess {
    private enum State {
      GAP,
      BURST,
      LOST_IN_BURST,
      LOST_IN_GAP
    }

    private final Loss.FourState model;
    private final Draws draws;
    private State state = State.GAP;

    FourState(Loss.FourState model, Draws draws) {
      this.model = model;
      this.draws = draws;
    }

    @Override
    boolean loses(long index) {
      double u = draws.uniform(index);
      switch (state) {
        case GAP:
          if (u < model.p14()) {
            state = State.LOST_IN_GAP;
          } else if (u < model.p14() + model.p13()) {
            state = State.LOST_IN_BURST;
          }
          break;
        case BURST:
          if (u < model.p23()) {
            state = State.LOST_IN_BURST;
          }
          break;
        case LOST_IN_BURST:
          if (u < model.p32()) {
            state = State.BURST;
          } else if (u < model.p32() + model.p31()) {
            state = State.GAP;
          }
          break;
        default:
          state = State.GAP;
      }
      return state == State.LOST_IN_BURST || state == State.LOST_IN_GAP;
    }
  }
}
