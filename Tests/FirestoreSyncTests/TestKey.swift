import CCrypto
import Foundation
import SyncPort

/// A key that is generated for a test.
final class TestKey {
  private let key: OpaquePointer
  private let pem: String

  init(bits: Int32 = 2_048, isElliptic: Bool = false) throws {
    let failure = SyncError(.invalid, "OpenSSL made no key.")
    let type = isElliptic ? EVP_PKEY_EC : EVP_PKEY_RSA
    guard let context = EVP_PKEY_CTX_new_id(type, nil) else { throw failure }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_keygen_init(context) == 1 else { throw failure }
    let isSet =
      isElliptic
      ? EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1)
      : EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits)
    var made: OpaquePointer?
    guard isSet == 1, EVP_PKEY_keygen(context, &made) == 1, let made else { throw failure }
    key = made
    guard let text = Self.pem(made) else { throw failure }
    pem = text
  }

  deinit { EVP_PKEY_free(key) }

  private static func pem(_ key: OpaquePointer) -> String? {
    guard let sink = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(sink) }
    guard PEM_write_bio_PKCS8PrivateKey(sink, key, nil, nil, 0, nil, nil) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = BIO_read(sink, &bytes, Int32(bytes.count))
    return count > 0 ? String(decoding: bytes.prefix(Int(count)), as: UTF8.self) : nil
  }

  /// A key file in the format of Google's console.
  var file: Data { get throws { try file(tokenURI: "https://oauth2.googleapis.com/token") } }

  func file(tokenURI: String) throws -> Data {
    try JSONEncoder().encode([
      "type": "service_account", "project_id": "p", "private_key_id": "k1", "private_key": pem,
      "client_email": "sync@p.iam.gserviceaccount.com", "token_uri": tokenURI,
    ])
  }

  func verifies(_ signature: Data, of bytes: Data) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    let (signature, message) = ([UInt8](signature), [UInt8](bytes))
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  /// The decoded bytes of one part of a token.
  static func bytes(_ text: String) -> Data? {
    var text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(
      of: "_", with: "/")
    while text.utf8.count % 4 != 0 { text += "=" }
    return Data(base64Encoded: text)
  }
}
