import Foundation
import SyncPort

/// What records and large values say, as servers get it: a format, the mark of the key, and the ciphertext of the
/// bytes with their number before them and zeros behind them.
enum SealedBytes {
  private static let headSize = 9
  private static let countSize = 4

  /// The sealed form of bytes for a purpose, the name under which they are kept, and the place.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - purpose: What for.
  ///   - name: The name at the server.
  ///   - place: What tells the place from others.
  ///   - key: The key.
  /// - Returns: What the server gets.
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

  /// What was sealed.
  ///
  /// - Parameters:
  ///   - sealed: What the server gave.
  ///   - purpose: What it was sealed for.
  ///   - name: The name at the server.
  ///   - place: What tells the place from others.
  ///   - takesFormer: Whether it may be of the former format, which does not tell places apart.
  ///   - keys: The keys.
  /// - Returns: The bytes.
  /// - Throws: `SyncError` of the kind `keyMismatch` for a key that the ring lacks, of the kind `invalid` for what
  ///   was not sealed, in a format that is not taken or by a later version, of the kind `badAnswer` for what was changed
  ///   or is of another place.
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

  /// The format of something that was sealed with a key; nil for what was not.
  static func format(_ sealed: Data, with key: SyncKey) -> SealingFormat? {
    guard Data(sealed.dropFirst().prefix(8)) == key.mark else { return nil }
    return sealed.first.flatMap(SealingFormat.init)
  }

  /// The number of bytes that so many are filled up to: 256 at least, then by Padmé, which adds 12 % at most.
  ///
  /// Of a number of bytes Padmé keeps as many leading bits as its magnitude needs to be written, and one more.
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

  /// Something of a format that the place does not take.
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
