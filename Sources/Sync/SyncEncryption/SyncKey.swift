import CCrypto
import Foundation
import SyncPort

/// A key with which records are encrypted before they are sent to a server.
///
/// Anyone who has the key can read and write everything sealed with it. Without the key, data that
/// exists only on the server is lost. Descriptions of a key do not reveal it.
public struct SyncKey: Hashable, Sendable {
  /// The size of a key in bytes.
  public static let size = 64

  /// Distinguishes the key from others without revealing it: 16 hexadecimal digits, stored with
  /// everything that the key seals.
  public let identifier: String
  let cipher: SIVCipher
  /// The bytes of `identifier`.
  let mark: Data
  private let bytes: Data

  /// Creates a key from 64 bytes that nobody can guess.
  ///
  /// - Parameter bytes: 64 bytes from a random number generator, or from a sound key derivation.
  /// - Throws: `SyncError` of the kind `invalid` for another number of bytes.
  public init(bytes: Data) throws {
    guard bytes.count == Self.size, let cipher = SIVCipher(key: bytes) else {
      throw SyncError(
        .invalid, "A key must have \(Self.size) bytes, not \(bytes.count).",
        advice: "Create one with SyncKey.random().")
    }
    (self.bytes, self.cipher) = (Data(bytes), cipher)
    // The synthetic vector depends on half of the key; the bytes after it depend on the whole key.
    mark = Data(
      try cipher.seal(Data(count: 8), boundTo: [SealingPurpose.identifier.data(.former)]).suffix(8))
    identifier = mark.map { String(format: "%02x", $0) }.joined()
  }

  /// Creates a new key from the system's random number generator.
  ///
  /// - Throws: `SyncError` of the kind `invalid` if it fails.
  public static func random() throws -> SyncKey {
    try SyncKey(bytes: randomBytes(size))
  }

  static func randomBytes(_ count: Int) throws -> Data {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
      throw SyncError(
        .invalid,
        "Keys and identifiers cannot be created, because the system's random number generator failed.",
        advice: "Try again. If this recurs, restart the program or the system.")
    }
    return Data(bytes)
  }
}

// Conversions to text.

extension SyncKey {
  private static let prefix = "sync-key-1"

  /// The key as text, to be stored in a safe place: `sync-key-1.`, its identifier, a dot, and its
  /// bytes in Base64.
  public var text: String { "\(Self.prefix).\(identifier).\(Base64URL.encode(bytes))" }

  /// Creates a key from its text.
  ///
  /// - Parameter text: The value of `text`; surrounding whitespace is ignored.
  /// - Throws: `SyncError` of the kind `invalid` if the text is not a key or was mistyped.
  public init(text: String) throws {
    let parts = text.trimmingCharacters(in: .whitespacesAndNewlines)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.prefix, let bytes = Base64URL.decode(parts[2]),
      let key = try? SyncKey(bytes: bytes), key.identifier == parts[1]
    else {
      throw SyncError(
        .invalid, "The text is not a key, or part of it is missing or mistyped.",
        advice: "Copy all of it, beginning with \(Self.prefix).")
    }
    self = key
  }
}

extension SyncKey: CustomStringConvertible, CustomReflectable {
  /// The identifier, without the key itself.
  public var description: String { "SyncKey(\(identifier))" }

  /// The identifier, without the key itself.
  public var customMirror: Mirror { Mirror(self, children: ["identifier": identifier]) }
}
