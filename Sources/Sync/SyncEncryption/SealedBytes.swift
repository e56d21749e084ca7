import Foundation
import SyncPort

/// The sealed form of records and pieces of large values on servers.
///
/// It consists of a format byte, the mark of the key, and a ciphertext. The ciphertext contains the
/// size of the content, the content, and padding with zeros.
enum SealedBytes {
  private static let headSize = 9
  private static let countSize = 4

  /// Seals bytes for a purpose, a name and a location.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - purpose: The purpose.
  ///   - name: The name on the server.
  ///   - place: The identity of the location.
  ///   - key: The key.
  /// - Returns: The bytes for the server.
  /// - Throws: `SyncError`.
  static func seal(
    _ bytes: Data, for purpose: SealingPurpose, named name: String, in place: Data, _ key: SyncKey
  ) throws -> Data {
    guard bytes.count < 1 << 29 else {
      throw SyncError(
        .recordTooLarge, "Cannot seal \(name): \(bytes.count) bytes are too many.",
        advice: "Store large values in separate properties.", record: name)
    }
    var text = Data()
    withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { text.append(contentsOf: $0) }
    text.append(bytes)
    text.append(Data(count: paddedCount(bytes.count) - bytes.count))
    let head = Data([SealingFormat.bound.rawValue]) + key.mark
    return head
      + (try key.cipher.seal(
        text, boundTo: [purpose.data(.bound), head, Data(name.utf8), place]))
  }

  /// Opens sealed bytes.
  ///
  /// - Parameters:
  ///   - sealed: The bytes from the server.
  ///   - purpose: The purpose for which they were sealed.
  ///   - name: The name on the server.
  ///   - place: The identity of the location.
  ///   - takesFormer: Whether the earlier format is accepted, which is not bound to a location.
  ///   - keys: The keys.
  /// - Returns: The bytes.
  /// - Throws: `SyncError`. Its kind is `keyMismatch` if the ring lacks the key. It is `invalid` if
  ///   the data was not sealed, has a format that is not accepted, or comes from a later version.
  ///   It is `badAnswer` if the data was changed or belongs to another location.
  static func open(
    _ sealed: Data, for purpose: SealingPurpose, named name: String, in place: Data,
    takesFormer: Bool, _ keys: SyncKeyRing
  ) throws -> Data {
    guard let first = sealed.first, sealed.count > headSize + SIVCipher.expansion + countSize else {
      throw SyncError.notSealed(name)
    }
    guard let format = SealingFormat(rawValue: first) else {
      throw SyncError(
        .invalid,
        "Cannot open \(name): a later version of the program sealed it, or it is not sealed.",
        advice: "Update the program.", record: name)
    }
    guard format == .bound || takesFormer else { throw SyncError.isFormer(name) }
    let head = sealed.prefix(headSize)
    guard let key = keys.key(marked: Data(head.dropFirst())) else {
      throw SyncError.keyMissing(Data(head.dropFirst()), name, keys)
    }
    var bound = [purpose.data(format), Data(head), Data(name.utf8)]
    if format == .bound { bound.append(place) }
    guard let text = try key.cipher.open(sealed.dropFirst(headSize), boundTo: bound) else {
      throw SyncError(
        .badAnswer,
        "Cannot open \(name): it was copied from another location or name, changed without the key, or damaged.",
        advice: "Check who can write to the server, and restore the record from a device.",
        record: name)
    }
    let count = text.prefix(countSize).reduce(0) { $0 << 8 | Int($1) }
    guard count <= text.count - countSize else { throw SyncError.notSealed(name) }
    return Data(text.dropFirst(countSize).prefix(count))
  }

  /// Returns the format of data that was sealed with a key; nil for other data.
  static func format(_ sealed: Data, with key: SyncKey) -> SealingFormat? {
    guard Data(sealed.dropFirst().prefix(8)) == key.mark else { return nil }
    return sealed.first.flatMap(SealingFormat.init)
  }

  /// Returns the size to which content is padded: at least 256 bytes, then according to Padmé,
  /// which adds at most 12%.
  ///
  /// Padmé keeps as many leading bits of the size as its magnitude needs to be written, plus one.
  static func paddedCount(_ count: Int) -> Int {
    guard count > 256 else { return 256 }
    let magnitude = Int.bitWidth - 1 - count.leadingZeroBitCount
    let kept = Int.bitWidth - magnitude.leadingZeroBitCount
    let mask = 1 << (magnitude - kept) - 1
    return (count + mask) & ~mask
  }
}

extension SyncError {
  static func notSealed(_ name: String) -> SyncError {
    SyncError(
      .invalid, "Cannot open \(name): it is not sealed.",
      advice: "Use a separate location for the store that contains only sealed records.",
      record: name)
  }

  /// Returns the error for a format that the location does not accept.
  static func isFormer(_ name: String) -> SyncError {
    SyncError(
      .invalid,
      "Cannot open \(name): it is sealed in the former format, which the location does not accept. It may have been copied from another location.",
      advice: "Update all devices, and change the record on one of them.", record: name)
  }

  static func keyMissing(_ mark: Data, _ name: String, _ keys: SyncKeyRing) -> SyncError {
    let identifier = mark.map { String(format: "%02x", $0) }.joined()
    return SyncError(
      .keyMismatch,
      "Cannot open \(name): it was sealed with the key \(identifier), but the ring contains "
        + keys.keys.map(\.identifier).joined(separator: ", ") + ".",
      advice:
        "Add the key \(identifier) to the ring, or use the passphrase from which it is derived.",
      record: name)
  }
}
