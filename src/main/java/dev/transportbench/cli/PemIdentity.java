package dev.transportbench.cli;

import dev.transportbench.config.BadInputException;
import dev.transportbench.rpc.Identity;
import dev.transportbench.rpc.Trust;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A certificate with its issuers, and its key, from PEM files (RFC 7468). */
final class PemIdentity {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");
  private static final long MAX_BYTES = 1 << 20;

  private PemIdentity() {}

  /**
   * Reads both files and checks that they belong together.
   *
   * @param host what the identity is called; a server does not use it
   */
  static Identity read(Path certificate, Path key, String host) {
    List<X509Certificate> chain = chain(certificate);
    PrivateKey privateKey = key(key);
    X509Certificate leaf = chain.get(0);
    if (!matches(privateKey, leaf)) {
      throw new BadInputException(
          "--key: '%s' is not the key of the first certificate in '%s'; allowed: its key"
              .formatted(key, certificate));
    }
    return new Identity(host, privateKey, leaf, chain.subList(1, chain.size()), Trust.CERTIFICATE);
  }

  private static List<X509Certificate> chain(Path file) {
    String allowed = "X.509 certificates in PEM, the server's first";
    byte[] text = bytes("--cert", file, allowed);
    try {
      List<X509Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(text))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!chain.isEmpty()) {
        return chain;
      }
    } catch (CertificateException e) {
      throw bad("--cert", file, "is no certificate", allowed);
    }
    throw bad("--cert", file, "holds no certificate", allowed);
  }

  private static PrivateKey key(Path file) {
    String allowed =
        "an unencrypted PKCS #8 key in PEM (BEGIN PRIVATE KEY; openssl pkcs8 -topk8 -nocrypt makes"
            + " one)";
    Matcher pem =
        KEY.matcher(new String(bytes("--key", file, allowed), StandardCharsets.ISO_8859_1));
    if (!pem.find()) {
      throw bad("--key", file, "holds no such key", allowed);
    }
    byte[] der;
    try {
      der = Base64.getMimeDecoder().decode(pem.group(1));
    } catch (IllegalArgumentException e) {
      throw bad("--key", file, "is not base64", allowed);
    }
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (GeneralSecurityException e) {
        // Not of this kind.
        continue;
      }
    }
    throw bad("--key", file, "is no key of " + String.join(", ", ALGORITHMS), allowed);
  }

  private static boolean matches(PrivateKey key, X509Certificate certificate) {
    try {
      String algorithm =
          switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> "EdDSA";
          };
      Signature signature = Signature.getInstance(algorithm);
      byte[] text = certificate.getEncoded();
      signature.initSign(key);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      // Another kind of key.
      return false;
    }
  }

  private static byte[] bytes(String option, Path file, String allowed) {
    try {
      if (Files.isRegularFile(file) && Files.size(file) > MAX_BYTES) {
        throw bad(option, file, "is too large", allowed);
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw bad(option, file, "cannot be read", allowed);
    }
  }

  private static BadInputException bad(String option, Path file, String problem, String allowed) {
    return new BadInputException(
        "%s: '%s' %s; allowed: %s".formatted(option, file, problem, allowed));
  }
}
