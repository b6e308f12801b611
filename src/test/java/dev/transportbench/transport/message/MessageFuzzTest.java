package dev.transportbench.transport.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.fuzz.FuzzCases;
import dev.transportbench.rpc.Payloads;
import dev.transportbench.rpc.RpcService;
import dev.transportbench.rpc.proto.ClientMessage;
import dev.transportbench.rpc.proto.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

class MessageFuzzTest extends FuzzCases {
  private static final int MAX_MESSAGE_BYTES = 1 << 20;

  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case("delimited", seeds(true), Set.of(), MessageFuzzTest::delimitedWholeAndCut),
        new Case(
            "protobuf",
            seeds(false),
            Set.of(MalformedMessageException.class),
            (input, random) ->
                RpcService.answer(
                    Messages.parseClient(Unpooled.wrappedBuffer(input), input.length))));
  }

  private static List<byte[]> seeds(boolean delimited) {
    List<byte[]> seeds = new ArrayList<>();
    for (int bytes : new int[] {0, 1, 100, 300}) {
      for (String method : new String[] {RpcService.ECHO, RpcService.DOWNLOAD, RpcService.FAIL}) {
        ClientMessage message =
            ClientMessage.newBuilder()
                .setRequestId(bytes)
                .setRequest(
                    Request.newBuilder()
                        .setMethod(method)
                        .setPayload(Payloads.bytes(bytes))
                        .setResponseBytes(bytes))
                .build();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
          if (delimited) {
            message.writeDelimitedTo(out);
            message.writeDelimitedTo(out);
          } else {
            message.writeTo(out);
          }
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
        seeds.add(out.toByteArray());
      }
    }
    return seeds;
  }

  /** However a stream is cut, the same messages are found, and the same fault. */
  private static void delimitedWholeAndCut(byte[] input, SplittableRandom random) {
    List<String> whole = new ArrayList<>();
    read(input, input.length, whole);
    List<String> cut = new ArrayList<>();
    read(input, 1 + random.nextInt(20), cut);
    assertThat(cut).isEqualTo(whole);
  }

  private static void read(byte[] input, int pieceBytes, List<String> found) {
    DelimitedReader reader = new DelimitedReader(MAX_MESSAGE_BYTES);
    try {
      for (int at = 0; at < input.length; at += pieceBytes) {
        ByteBuf piece = Unpooled.copiedBuffer(input, at, Math.min(pieceBytes, input.length - at));
        try {
          reader.read(
              piece, (in, bytes) -> found.add(ByteBufUtil.hexDump(in, in.readerIndex(), bytes)));
        } finally {
          if (piece.refCnt() != 0) {
            throw new AssertionError("leaked");
          }
        }
      }
      found.add("open: " + !reader.atBoundary());
    } catch (MalformedMessageException e) {
      found.add(String.valueOf(e.getMessage()));
    } finally {
      reader.close();
    }
  }
}
