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
        .recordTooLarge, "\(bytes.count) bytes are too many to be sealed at once.",
        advice: "Keep large values in properties of their own.", record: name)
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
        .invalid, "\(name) was sealed by a later version of the program, or not at all.",
        advice: "Use that version.", record: name)
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
        "\(name) was brought from another place or name, was changed by somebody who does not have the key, or is damaged.",
        advice: "Look at who can write at the server, and restore the record from a device.",
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
      .invalid, "\(name) at the server is not sealed.",
      advice: "Give the store a place of its own, in which only sealed records are.", record: name)
  }

  /// Returns the error for a format that the location does not accept.
  static func isFormer(_ name: String) -> SyncError {
    SyncError(
      .invalid,
      "\(name) is sealed in the former format, which the place does not take: it may have been brought from another one.",
      advice: "Update all devices, and let one of them change the record.", record: name)
  }

  static func keyMissing(_ mark: Data, _ name: String, _ keys: SyncKeyRing) -> SyncError {
    let identifier = mark.map { String(format: "%02x", $0) }.joined()
    return SyncError(
      .keyMismatch,
      "\(name) was sealed with the key \(identifier), and there is "
        + keys.keys.map(\.identifier).joined(separator: ", ") + ".",
      advice:
        "Add the key \(identifier) to the ring, or give the passphrase that it was made from.",
      record: name)
  }
}
