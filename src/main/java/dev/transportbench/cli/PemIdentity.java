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
  private static final String CERTIFICATES_ALLOWED =
      "X.509 certificates in PEM, the server's first";
  private static final String KEY_ALLOWED =
      "an unencrypted PKCS #8 key in PEM (BEGIN PRIVATE KEY; openssl pkcs8 -topk8 -nocrypt makes"
          + " one)";

  private PemIdentity() {}

  /**
   * Reads both files and checks that they belong together.
   *
   * @param host what the identity is called; a server does not use it
   */
  static Identity read(Path certificate, Path key, String host) {
    List<X509Certificate> chain =
        chain(certificate, bytes("--cert", certificate, CERTIFICATES_ALLOWED));
    PrivateKey privateKey = key(key, bytes("--key", key, KEY_ALLOWED));
    X509Certificate leaf = chain.get(0);
    if (!matches(privateKey, leaf)) {
      throw new BadInputException(
          "--key: '%s' is not the key of the first certificate in '%s'; allowed: its key"
              .formatted(key, certificate));
    }
    return new Identity(host, privateKey, leaf, chain.subList(1, chain.size()), Trust.CERTIFICATE);
  }

  /**
   * @param file what complaints call it
   */
  static List<X509Certificate> chain(Path file, byte[] text) {
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
      throw bad("--cert", file, "is no certificate", CERTIFICATES_ALLOWED);
    }
    throw bad("--cert", file, "holds no certificate", CERTIFICATES_ALLOWED);
  }

  /**
   * @param file what complaints call it
   */
  static PrivateKey key(Path file, byte[] text) {
    Matcher pem = KEY.matcher(new String(text, StandardCharsets.ISO_8859_1));
    if (!pem.find()) {
      throw bad("--key", file, "holds no such key", KEY_ALLOWED);
    }
    byte[] der;
    try {
      der = Base64.getMimeDecoder().decode(pem.group(1));
    } catch (IllegalArgumentException e) {
      throw bad("--key", file, "is not base64", KEY_ALLOWED);
    }
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (GeneralSecurityException e) {
        // Not of this kind.
        continue;
      }
    }
    throw bad("--key", file, "is no key of " + String.join(", ", ALGORITHMS), KEY_ALLOWED);
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
