package dev.transportbench.transport.memory;

/** {@link NullTransport} plus 20 µs of spinning an RPC: a cell whose answer is known beforehand. */
public final class Null20MicrosTransport extends NullTransport {

  @Override
  public String name() {
    return "null-20us";
  }

  @Override
  protected int answerMicros() {
    return 20;
  }
}
