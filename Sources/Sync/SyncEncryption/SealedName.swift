import Foundation
import SyncPort

/// The sealed names of records and pieces on servers.
///
/// A sealed record name can be opened, because deletions consist of nothing else. The characters of
/// a name are packed into six bits each and padded to 40 of them, so that all sealed names have 64
/// characters. They begin with a letter, as some servers require.
enum SealedName {
  /// The maximum length of a name; the engine's own names have up to 33 characters, plus a number
  /// if a name is taken.
  static let longest = 40
  /// The size in bytes of a length and the packed characters.
  private static let packedSize = 31
  private static let prefix = "s"
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values = Dictionary(
    uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt8($0)) })

  /// - Throws: `SyncError` of the kind `invalid` for a name that is too long or has other
  ///   characters.
  static func seal(_ name: String, _ key: SyncKey, _ place: SealedPlace) throws -> String {
    guard let packed = pack(name) else {
      throw SyncError(
        .invalid, "The name \(name) cannot be sealed.",
        advice: "Use 1 to \(longest) letters, digits, - and _.", record: name)
    }
    let sealed = try key.cipher.seal(packed, boundTo: place.nameBinding(.name))
    return prefix + Base64URL.encode(sealed)
  }

  /// Returns the name that was sealed; nil if it was not sealed with this key for this location.
  static func open(_ sealed: String, _ key: SyncKey, _ place: SealedPlace) throws -> String? {
    // Only one spelling of the same bytes is accepted, so that a record cannot appear under two
    // names.
    guard sealed.utf8.count == 64, sealed.hasPrefix(prefix),
      let bytes = Base64URL.decode(sealed.dropFirst(prefix.count)),
      prefix + Base64URL.encode(bytes) == sealed,
      let packed = try key.cipher.open(bytes, boundTo: place.nameBinding(.name))
    else { return nil }
    return unpack(packed)
  }

  /// Returns the sealed name of a piece, which need not be opened.
  static func piece(_ name: String, _ key: SyncKey, _ place: SealedPlace) throws -> String {
    let sealed = try key.cipher.seal(
      Data(name.utf8), boundTo: place.nameBinding(.pieceName) + [Data([1])])
    return "p" + Base64URL.encode(sealed.prefix(SIVCipher.expansion))
  }

  private static func pack(_ name: String) -> Data? {
    let characters = name.utf8.compactMap { values[$0] }
    guard characters.count == name.utf8.count, (1...longest).contains(characters.count) else {
      return nil
    }
    var packed = Data([UInt8(characters.count)])
    var (bits, count) = (0, 0)
    for place in 0..<longest {
      bits = bits << 6 | Int(place < characters.count ? characters[place] : 0)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      packed.append(UInt8(bits >> count & 0xFF))
      bits &= 0xFF
    }
    return packed
  }

  private static func unpack(_ packed: Data) -> String? {
    guard packed.count == packedSize, let length = packed.first, (1...longest).contains(Int(length))
    else { return nil }
    var (bits, count) = (0, 0)
    var characters: [UInt8] = []
    for byte in packed.dropFirst() {
      bits = (bits << 8 | Int(byte)) & 0xFFFF
      count += 8
      while count >= 6 {
        count -= 6
        characters.append(alphabet[bits >> count & 0x3F])
      }
    }
    return String(decoding: characters.prefix(Int(length)), as: UTF8.self)
  }
}
