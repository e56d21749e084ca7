import Foundation

/// The keyed archives whose root is one `NSData`, as SwiftData stores arrays, sets and dictionaries.
///
/// Their bytes differ in the data only, so they are written and recognized without a property list.
/// All others are read by `KeyedArchiveReader` and written by `KeyedArchiveWriter`.
package enum KeyedArchive {
  /// The property list before the data object: `$version`, `$archiver`, `$top` with the root's UID
  /// 1, and `$objects`, an array of `$null` and the data.
  private static let head = Data(
    Array("bplist00".utf8) + [0xD4, 1, 2, 3, 4, 5, 6, 7, 10]
      + string("$version") + string("$archiver") + string("$top") + string("$objects")
      + [0x12, 0x00, 0x01, 0x86, 0xA0]
      + [0x5F, 0x10, 15] + Array("NSKeyedArchiver".utf8)
      + [0xD1, 8, 9] + string("root") + [0x80, 1]
      + [0xA2, 11, 12] + string("$null"))

  /// The offsets of the objects in `head`; the data object follows.
  private static let headOffsets = [8, 17, 26, 36, 41, 50, 55, 73, 76, 81, 83, 86]

  private static func string(_ text: String) -> [UInt8] {
    [0x50 | UInt8(text.utf8.count)] + Array(text.utf8)
  }

  /// Creates an archive of `content`, byte for byte like Apple's archiver.
  package static func archive(_ content: Data) -> Data {
    // Arrays append single bytes several times faster than `Data`.
    var archive: [UInt8] = []
    archive.reserveCapacity(head.count + content.count + 160)
    archive += head
    archive += dataMarker(count: content.count)
    archive += content
    let tableOffset = archive.count
    let offsetSize = byteCount(tableOffset)
    for offset in headOffsets { append(offset, size: offsetSize, to: &archive) }
    append(head.count, size: offsetSize, to: &archive)
    archive += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), 1]
    append(headOffsets.count + 1, size: 8, to: &archive)
    append(0, size: 8, to: &archive)
    append(tableOffset, size: 8, to: &archive)
    return Data(archive)
  }

  /// The data of an archive whose root it is, as created by `archive`; nil for anything else.
  package static func data(of stored: Data) -> Data? {
    guard stored.prefix(head.count) == head else { return nil }
    let object = stored.dropFirst(head.count)
    guard let marker = object.first, marker & 0xF0 == 0x40 else { return nil }
    if marker != 0x4F { return data(in: object.dropFirst(), count: Int(marker & 0x0F)) }
    guard let width = object.dropFirst().first, width & 0xF0 == 0x10, width <= 0x13 else {
      return nil
    }
    let size = 1 << Int(width & 0x0F)
    let countBytes = object.dropFirst(2).prefix(size)
    guard countBytes.count == size else { return nil }
    let count = countBytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return data(in: object.dropFirst(2 + size), count: Int(clamping: count))
  }

  private static func data(in bytes: Data, count: Int) -> Data? {
    bytes.count >= count ? Data(bytes.prefix(count)) : nil
  }

  private static func dataMarker(count: Int) -> [UInt8] {
    if count < 15 { return [0x40 | UInt8(count)] }
    let size = byteCount(count)
    var marker: [UInt8] = [0x4F, 0x10 | UInt8(size.trailingZeroBitCount)]
    append(count, size: size, to: &marker)
    return marker
  }

  private static func byteCount(_ number: Int) -> Int {
    switch number {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }

  /// Appends `number` as `size` bytes in big-endian order.
  private static func append(_ number: Int, size: Int, to bytes: inout [UInt8]) {
    for place in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place)))
    }
  }
}
