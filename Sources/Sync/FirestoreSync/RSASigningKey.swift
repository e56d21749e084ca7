import CCrypto
import Foundation
import SyncPort

/// A private RSA key.
final class RSASigningKey: @unchecked Sendable {
  // `@unchecked`: nothing changes the key after `init`, and OpenSSL lets several threads sign with
  // it.
  private let key: OpaquePointer

  /// Reads a key.
  ///
  /// - Parameter pem: An unencrypted key in PKCS #8 or PKCS #1 format, in PEM.
  /// - Throws: `SyncError` of the kind `invalid` if it is not an RSA key of 2,048 bits or more.
  init(pem: String) throws {
    let bytes = Array(pem.utf8)
    let read = bytes.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let count = Int32(exactly: bytes.count),
        let source = BIO_new_mem_buf(bytes.baseAddress, count)
      else { return nil }
      defer { BIO_free(source) }
      // Without this callback, OpenSSL asks for a password at the terminal.
      return PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil)
    }
    ERR_clear_error()
    guard let read else { throw Self.invalid("cannot be read") }
    guard EVP_PKEY_get_base_id(read) == EVP_PKEY_RSA, EVP_PKEY_get_bits(read) >= 2_048 else {
      EVP_PKEY_free(read)
      throw Self.invalid("is not an RSA key with 2,048 bits or more")
    }
    key = read
  }

  deinit { EVP_PKEY_free(key) }

  private static func invalid(_ what: String) -> SyncError {
    SyncError(
      .invalid, "The private key of the service account \(what).",
      advice: "Use the file as downloaded from the Google Cloud console.")
  }

  /// Returns the signature of bytes: RSASSA-PKCS1-v1_5 with SHA-256, as in `RS256`.
  func sign(_ bytes: Data) throws -> Data {
    defer { ERR_clear_error() }
    guard let context = EVP_MD_CTX_new() else { throw Self.failure }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 else { throw Self.failure }
    let message = [UInt8](bytes)
    var count = 0
    guard EVP_DigestSign(context, nil, &count, message, message.count) == 1 else {
      throw Self.failure
    }
    var signature = [UInt8](repeating: 0, count: count)
    guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
      throw Self.failure
    }
    return Data(signature.prefix(count))
  }

  private static var failure: SyncError {
    SyncError(
      .invalid, "OpenSSL cannot sign with the key of the service account.",
      advice: "Check that this version of OpenSSL supports RSA with SHA-256.")
  }
}
