import CCrypto
import Foundation
import SyncPort

/// AES in SIV mode (RFC 5297), implemented by OpenSSL.
///
/// Equal texts with equal bound data have equal ciphertexts; nothing else about them is revealed. A
/// ciphertext that was changed, or that was made for other data, does not open.
struct SIVCipher: Hashable, Sendable {
  /// The number of bytes by which a ciphertext is longer than its text.
  static let expansion = 16
  /// The maximum size of a text in bytes, far more than any record or piece has.
  private static let largest = 1 << 30

  private let key: Data
  private let name: String

  /// - Parameter key: 32, 48 or 64 bytes, of which AES uses half; nil is returned for other sizes.
  init?(key: Data) {
    guard [32, 48, 64].contains(key.count) else { return nil }
    (self.key, name) = (key, "AES-\(key.count * 4)-SIV")
  }

  /// Seals a text.
  ///
  /// - Parameters:
  ///   - text: At least one byte.
  ///   - bound: The data that it is bound to, each with at least one byte.
  /// - Returns: The synthetic initialization vector, followed by as many bytes as the text has.
  /// - Throws: `SyncError` of the kind `invalid`.
  func seal(_ text: Data, boundTo bound: [Data]) throws -> Data {
    try withContext(isSealing: true) { context in
      guard Self.bind(bound, in: context), let sealed = Self.update(text, in: context) else {
        throw Self.failure
      }
      var vector = [UInt8](repeating: 0, count: Self.expansion)
      guard
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.expansion), &vector) == 1
      else { throw Self.failure }
      return Data(vector) + sealed
    }
  }

  /// Returns the text of a ciphertext; nil if it was changed, or sealed with another key or for
  /// other data.
  ///
  /// - Throws: `SyncError` of the kind `invalid`.
  func open(_ sealed: Data, boundTo bound: [Data]) throws -> Data? {
    guard sealed.count > Self.expansion else { return nil }
    return try withContext(isSealing: false) { context in
      var vector = [UInt8](sealed.prefix(Self.expansion))
      guard
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.expansion), &vector) == 1,
        Self.bind(bound, in: context)
      else { throw Self.failure }
      return Self.update(sealed.dropFirst(Self.expansion), in: context)
    }
  }

  private func withContext<Result>(
    isSealing: Bool, _ body: (OpaquePointer) throws -> Result
  ) throws -> Result {
    // A ciphertext that does not open leaves an error in OpenSSL's queue, which nobody reads.
    defer { ERR_clear_error() }
    guard let cipher = EVP_CIPHER_fetch(nil, name, nil) else { throw Self.failure }
    defer { EVP_CIPHER_free(cipher) }
    guard let context = EVP_CIPHER_CTX_new() else { throw Self.failure }
    defer { EVP_CIPHER_CTX_free(context) }
    let isReady = key.withUnsafeBytes { key in
      EVP_CipherInit_ex2(
        context, cipher, key.bindMemory(to: UInt8.self).baseAddress, nil, isSealing ? 1 : 0, nil)
    }
    guard isReady == 1 else { throw Self.failure }
    return try body(context)
  }

  private static func bind(_ parts: [Data], in context: OpaquePointer) -> Bool {
    // OpenSSL ignores empty data, which would then not be bound.
    parts.allSatisfy { part in
      var count: Int32 = 0
      return !part.isEmpty && part.count < largest
        && part.withUnsafeBytes { bytes in
          EVP_CipherUpdate(
            context, nil, &count, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(part.count))
        } == 1
    }
  }

  /// Encrypts or decrypts a whole text; nil if it does not match the vector.
  private static func update(_ text: Data, in context: OpaquePointer) -> Data? {
    guard !text.isEmpty, text.count < largest else { return nil }
    var result = [UInt8](repeating: 0, count: text.count + expansion)
    var (count, rest): (Int32, Int32) = (0, 0)
    let isDone = text.withUnsafeBytes { bytes in
      EVP_CipherUpdate(
        context, &result, &count, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(text.count))
    }
    var end = [UInt8](repeating: 0, count: expansion)
    guard isDone == 1, EVP_CipherFinal_ex(context, &end, &rest) == 1, rest == 0,
      count == Int32(text.count)
    else { return nil }
    return Data(result.prefix(text.count))
  }

  private static let failure = SyncError(
    .invalid, "OpenSSL does not support AES in SIV mode, or the data is too large.",
    advice: "Use OpenSSL 3 or newer with its default provider.")
}
