package dev.transportbench.benchmark.framing;

import com.google.protobuf.ByteString;
import dev.transportbench.benchmark.proto.ChatAttachment;
import dev.transportbench.benchmark.proto.ChatMessage;
import dev.transportbench.benchmark.proto.ChatReaction;
import dev.transportbench.benchmark.proto.ChatReceipt;
import dev.transportbench.rpc.Payloads;

/** A message in a group of nine: three mentioned, eight receipts, two reactions, one picture. */
final class ChatMessages {
  private static final long SENT_AT_MILLIS = 1_700_000_000_000L;
  private static final int MENTIONED = 3;
  private static final int RECEIPTS = 8;
  private static final int REACTIONS = 2;
  private static final int SIGNATURE_BYTES = 64;

  private ChatMessages() {}

  /** Identifiers take 26 characters, as ULIDs do. */
  private static String id(int number) {
    return "01HF7YAT00%016d".formatted(number);
  }

  static ChatMessage of(int textBytes) {
    ChatMessage.Builder message =
        ChatMessage.newBuilder()
            .setMessageId(id(1))
            .setConversationId(id(2))
            .setSenderId(id(3))
            .setSenderName("Ada Lovelace")
            .setSentAtMillis(SENT_AT_MILLIS)
            .setEditedAtMillis(SENT_AT_MILLIS + 60_000)
            .setClientId(id(4))
            .setSequence(123_456)
            .setText("x".repeat(textBytes))
            .setLanguage("en")
            .setKind(ChatMessage.Kind.IMAGE)
            .setEdited(true)
            .setPinned(true)
            .setSilent(true)
            .setReplyToId(id(5))
            .setThreadId(id(6))
            .setReplyCount(7);
    for (int i = 0; i < MENTIONED; i++) {
      message.addMentionedIds(id(10 + i));
    }
    for (int i = 0; i < RECEIPTS; i++) {
      message.addReceipts(
          ChatReceipt.newBuilder()
              .setUserId(id(10 + i))
              .setState(ChatReceipt.State.READ)
              .setAtMillis(SENT_AT_MILLIS + i));
    }
    for (int i = 0; i < REACTIONS; i++) {
      message.addReactions(ChatReaction.newBuilder().setUserId(id(10 + i)).setEmoji(":+1:"));
    }
    return message
        .addAttachments(
            ChatAttachment.newBuilder()
                .setUrl("https://files.example/" + id(20))
                .setMediaType("image/jpeg")
                .setBytes(200_000)
                .setWidth(1920)
                .setHeight(1080))
        .putLabels("topic", "release")
        .setLatitude(51.5)
        .setLongitude(-0.1)
        .setUtcOffsetMinutes(-60)
        .setTraceId(0x0123456789abcdefL)
        .setSpanId(0x123456789abcdef0L)
        .setPriority(2)
        .setExpiresAtMillis(SENT_AT_MILLIS + 86_400_000)
        .setSignature(ByteString.copyFrom(Payloads.bytes(SIGNATURE_BYTES).toByteArray()))
        .build();
  }
}
