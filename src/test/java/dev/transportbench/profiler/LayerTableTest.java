package dev.transportbench.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.transportbench.ledger.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerTableTest {
  private static final LayerTable TABLE = LayerTable.read();

  private static final String QUICHE = "libnetty_quiche42_linux_x86_64123.so`";

  private static Layer layer(String... frames) {
    return TABLE.of(frames, frames.length);
  }

  @ParameterizedTest
  @CsvSource({
    "io/netty/handler/codec/http/websocketx/WebSocket08FrameEncoder.encode_[j], WEBSOCKET",
    "io/netty/handler/codec/http/HttpObjectDecoder.decode_[j], HTTP1",
    "io/netty/handler/codec/http2/HpackEncoder.encodeHeaders_[i], HTTP2",
    "io/netty/handler/codec/http3/QpackEncoder.encodeHeaders_[1], HTTP3",
    "io/netty/incubator/codec/http3/QpackEncoder.encodeHeaders_[1], HTTP3",
    "io/netty/incubator/codec/quic/QuicheQuicChannel.recv_[0], QUIC",
    "io/netty/handler/ssl/SslHandler.wrap_[j], TLS",
    "io/netty/channel/AbstractChannel.write_[j], NETTY",
    "com/google/protobuf/CodedOutputStream.writeTag_[j], PROTOBUF",
    "dev/transportbench/transport/message/DelimitedReader.read_[j], PROTOBUF",
    "dev/transportbench/transport/message/CallsInFlight.complete_[j], APPLICATION",
    "dev/transportbench/transport/incubator/IncubatorQuicCodec.openStream_[j], QUIC",
    "dev/transportbench/transport/incubator/IncubatorHttp3Codec.data_[j], HTTP3",
    "dev/transportbench/transport/webtransport/StreamPrefix.read_[j], WEBTRANSPORT",
    "dev/transportbench/benchmark/trial/ClosedLoopDriver.fill_[j], APPLICATION",
    "org/example/TheirTransport$Handler.channelRead_[j], APPLICATION",
    "libc.so.6`__GI___send, KERNEL",
    "libc.so.6`epoll_pwait2, SCHEDULING",
    "tcp_sendmsg_locked_[k], KERNEL",
    "try_to_wake_up_[k], SCHEDULING",
    "finish_task_switch.isra.0_[k], SCHEDULING",
    "do_syscall_64_[k], KERNEL",
    "libnetty_tcnative_linux_x86_64123.so`aes_gcm_dec_update_vaes_avx512, TLS",
    "/tmp/libnetty_tcnative_linux_x86_64123.so (deleted), TLS"
  })
  void aFrameHasItsLayer(String frame, Layer layer) {
    assertThat(layer("java/lang/Thread.run_[0]", frame)).isEqualTo(layer);
  }

  @ParameterizedTest
  @CsvSource({
    "<quiche::Connection>::recv, QUIC",
    "quiche::packet::decrypt_hdr, QUIC",
    "<octets::OctetsMut>::split_at, QUIC",
    "netty_quiche_conn_recv, QUIC",
    "quiche_conn_stream_send, QUIC",
    "aes_gcm_enc_update_vaes_avx512, TLS",
    "EVP_AEAD_CTX_seal_scatter, TLS",
    "bssl::ssl_handle_open_record(ssl_st*), TLS",
    "<quiche::crypto::Seal>::encrypt_hdr, TLS",
    "netty_boringssl_SSL_new, TLS"
  })
  void quicheAndTheBoringSslInItAreToldApart(String symbol, Layer layer) {
    assertThat(layer("io/netty/handler/codec/quic/Quiche.quiche_conn_recv_[j]", QUICHE + symbol))
        .isEqualTo(layer);
  }

  @Test
  void whatServesAnyCallerIsTheCallers() {
    String caller = "com/google/protobuf/ByteString.copyFrom_[j]";
    for (String frame :
        new String[] {
          "java/util/Arrays.fill_[i]",
          "jbyte_disjoint_arraycopy_avx3",
          "itable stub",
          "libc.so.6`__memmove_avx_unaligned_erms",
          "libjvm.so`OptoRuntime::new_array_C",
          "[vdso]`__vdso_clock_gettime"
        }) {
      assertThat(layer("io/netty/channel/A.b_[j]", caller, frame)).isEqualTo(Layer.PROTOBUF);
    }
    assertThat(layer(QUICHE + "quiche_conn_recv", "libc.so.6`__GI___libc_malloc"))
        .isEqualTo(Layer.QUIC);
    assertThat(layer("do_syscall_64_[k]", "tcp_sendmsg_[k]", "_raw_spin_unlock_irqrestore_[k]"))
        .isEqualTo(Layer.KERNEL);
    assertThat(layer("tcp_rcv_[k]", "try_to_wake_up_[k]", "_raw_spin_unlock_irqrestore_[k]"))
        .isEqualTo(Layer.SCHEDULING);
  }

  @Test
  void whatNobodyKnowsIsUnknown() {
    assertThat(layer("[unknown]", "java/lang/System.nanoTime_[j]")).isEqualTo(Layer.UNKNOWN);
    assertThat(layer()).isEqualTo(Layer.UNKNOWN);
  }
}
