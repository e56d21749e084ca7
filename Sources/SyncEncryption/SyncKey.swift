import CCrypto
import Foundation
import SyncPort

/// A key with which records are sealed before a server gets them.
///
/// Whoever has it reads and writes all that is sealed with it; who loses it has lost what only the server has.
/// Descriptions of a key do not show it.
public struct SyncKey: Hashable, Sendable {
  /// How many bytes a key has.
  public static let size = 64

  /// What tells the key from others and says nothing of it: 16 hexadecimal digits, which stand with all that it
  /// seals.
  public let identifier: String
  let cipher: SIVCipher
  /// The bytes of `identifier`.
  let mark: Data
  private let bytes: Data

  /// Makes a key of 64 bytes that nobody can guess.
  ///
  /// - Parameter bytes: 64 bytes of a generator of random numbers, or derived with care.
  /// - Throws: `SyncError` of the kind `invalid` for another number of bytes.
  public init(bytes: Data) throws {
    guard bytes.count == Self.size, let cipher = SIVCipher(key: bytes) else {
      throw SyncError(
        .invalid, "A key has \(Self.size) bytes, and \(bytes.count) were given.",
        advice: "Make one with SyncKey.random().")
    }
    (self.bytes, self.cipher) = (Data(bytes), cipher)
    // The synthetic vector comes from half of the key; what follows it, from all of it.
    mark = Data(
      try cipher.seal(Data(count: 8), boundTo: [SealingPurpose.identifier.data(.former)]).suffix(8))
    identifier = mark.map { String(format: "%02x", $0) }.joined()
  }

  /// Makes a new key from the system's random numbers.
  ///
  /// - Throws: `SyncError` of the kind `invalid` where there are none.
  public static func random() throws -> SyncKey {
    try SyncKey(bytes: randomBytes(size))
  }

  static func randomBytes(_ count: Int) throws -> Data {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
      throw SyncError(.invalid, "The system gives no random numbers.")
    }
    return Data(bytes)
  }
}

// As text.

extension SyncKey {
  private static let prefix = "sync-key-1"

  /// The key as text to be kept in a safe place: `sync-key-1.`, its identifier, a dot, and its bytes in base 64.
  public var text: String { "\(Self.prefix).\(identifier).\(Base64URL.encode(bytes))" }

  /// Makes the key that a text tells.
  ///
  /// - Parameter text: What `text` gave; spaces around it do not matter.
  /// - Throws: `SyncError` of the kind `invalid` where it is none, or was mistyped.
  public init(text: String) throws {
    let parts = text.trimmingCharacters(in: .whitespacesAndNewlines)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.prefix, let bytes = Base64URL.decode(parts[2]),
      let key = try? SyncKey(bytes: bytes), key.identifier == parts[1]
    else {
      throw SyncError(
        .invalid, "The text is no key, or part of it is missing or mistyped.",
        advice: "Copy all of it, from \(Self.prefix) on.")
    }
    self = key
  }
}

extension SyncKey: CustomStringConvertible, CustomReflectable {
  /// The identifier, and nothing of the key itself.
  public var description: String { "SyncKey(\(identifier))" }

  /// The identifier, and nothing of the key itself.
  public var customMirror: Mirror { Mirror(self, children: ["identifier": identifier]) }
}
