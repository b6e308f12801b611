package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.fuzz.FuzzCases;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Transport;
import dev.transportbench.rpc.Transports;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

class CommandLineFuzzTest extends FuzzCases {

  private static final Identity IDENTITY = Identity.selfSigned();
  private static final Transport HTTP2 = Transports.named("http2");

  @Override
  protected Stream<Case> cases() {
    return Stream.of(
        new Case(
            "--listen",
            texts("127.0.0.1:80", "[::1]:65535", "[::]:0", ":1"),
            Set.of(BadInputException.class),
            (input, random) ->
                ListenAddress.parse(
                    new String(input, StandardCharsets.UTF_8), CommandLineFuzzTest::literal)),
        new Case(
            "URL",
            texts("https://127.0.0.1:4433/rpc", "https://[::1]/a/b?c=d", "https://1.2.3.4"),
            Set.of(BadInputException.class),
            (input, random) ->
                CallTarget.parse(
                    HTTP2,
                    new String(input, StandardCharsets.UTF_8),
                    CommandLineFuzzTest::literal)),
        new Case(
            "certificates in PEM",
            List.of(pem("CERTIFICATE", encoded()), twice(pem("CERTIFICATE", encoded()))),
            Set.of(BadInputException.class),
            (input, random) -> PemIdentity.chain(Path.of("fuzz.pem"), input)),
        new Case(
            "key in PEM",
            List.of(pem("PRIVATE KEY", IDENTITY.key().getEncoded())),
            Set.of(BadInputException.class),
            (input, random) -> PemIdentity.key(Path.of("fuzz.pem"), input)));
  }

  private static byte[] encoded() {
    try {
      return IDENTITY.certificate().getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] pem(String type, byte[] der) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(der))
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] twice(byte[] bytes) {
    return ByteBuffer.allocate(2 * bytes.length).put(bytes).put(bytes).array();
  }

  /** No name service is asked: of a changed address most are names. */
  private static InetAddress literal(String host) throws UnknownHostException {
    byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
    if (address == null) {
      throw new UnknownHostException(host);
    }
    return InetAddress.getByAddress(address);
  }
}
