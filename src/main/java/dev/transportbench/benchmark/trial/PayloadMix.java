package dev.transportbench.benchmark.trial;

import com.google.protobuf.ByteString;
import dev.transportbench.config.BadInputException;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Echo requests of several sizes, drawn by weight: {@code 128} or {@code 128:2+1024:1}, where two
 * of three have 128 B. Draws allocate nothing; the same seed gives the same sizes again.
 */
public final class PayloadMix {
  public static final String ALLOWED =
      "BYTES or BYTES:WEIGHT+BYTES:WEIGHT…, as 128:2+1024:1; bytes 0 to %d, weights 1 to %d"
          .formatted(RpcService.MAX_RESPONSE_BYTES, PayloadMix.MAX_WEIGHT);
  private static final int MAX_WEIGHT = 1000;

  private final int[] sizes;
  private final Request[] requests;
  private final ResponseCheck[] checks;

  /** Each kind's index, as often as its weight says. */
  private final int[] wheel;

  private final SplittableRandom random;

  private PayloadMix(int[] sizes, int[] wheel, long seed) {
    this.sizes = sizes;
    this.wheel = wheel;
    random = new SplittableRandom(seed);
    requests = new Request[sizes.length];
    checks = new ResponseCheck[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      ByteString payload = Payloads.bytes(sizes[i]);
      requests[i] = Request.newBuilder().setMethod(RpcService.ECHO).setPayload(payload).build();
      checks[i] = new ResponseCheck(payload);
    }
  }

  /** Whether a text is a mix. */
  public static boolean isMix(String text) {
    try {
      parse("payloads", text, 0);
      return true;
    } catch (BadInputException e) {
      return false;
    }
  }

  /**
   * @throws BadInputException naming the parameter, its value and what is allowed
   */
  static PayloadMix parse(String param, String text, long seed) {
    List<Integer> sizes = new ArrayList<>();
    List<Integer> wheel = new ArrayList<>();
    for (String part : text.split("\\+", -1)) {
      String[] fields = part.split(":", -1);
      int bytes = number(fields[0], 0, RpcService.MAX_RESPONSE_BYTES);
      int weight = fields.length == 1 ? 1 : number(fields[1], 1, MAX_WEIGHT);
      if (bytes < 0 || weight < 0 || fields.length > 2 || sizes.contains(bytes)) {
        throw new BadInputException(
            "%s: '%s' is no mix of payloads; allowed: %s".formatted(param, text, ALLOWED));
      }
      for (int i = 0; i < weight; i++) {
        wheel.add(sizes.size());
      }
      sizes.add(bytes);
    }
    return new PayloadMix(ints(sizes), ints(wheel), seed);
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /** −1 for what is none within bounds. */
  private static int number(String text, int min, int max) {
    if (!text.matches("0|[1-9][0-9]{0,8}")) {
      return -1;
    }
    int value = Integer.parseInt(text);
    return value < min || value > max ? -1 : value;
  }

  /** The kind of the next RPC. */
  int next() {
    return wheel.length == 1 ? 0 : wheel[random.nextInt(wheel.length)];
  }

  /** Of all kinds. */
  int mostBytes() {
    return Arrays.stream(sizes).max().orElseThrow();
  }

  int kinds() {
    return sizes.length;
  }

  int bytes(int kind) {
    return sizes[kind];
  }

  Request request(int kind) {
    return requests[kind];
  }

  ResponseCheck check(int kind) {
    return checks[kind];
  }
}
