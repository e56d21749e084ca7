import Foundation

/// Bytes damaged by accident or on purpose: truncated, changed, moved, repeated, and with counts
/// that exceed the data.
package enum DamagedBytes {
  /// Some bytes, damaged at random.
  ///
  /// - Parameters:
  ///   - bytes: The undamaged bytes.
  ///   - generator: Determines the damage.
  /// - Returns: The damaged bytes, at most some thousand more than before.
  package static func of(_ bytes: Data, using generator: inout SeededGenerator) -> Data {
    var result = [UInt8](bytes)
    if Int.random(in: 0..<10, using: &generator) == 0 {
      return Data(result.prefix(Int.random(in: 0...result.count, using: &generator)))
    }
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !result.isEmpty {
      change(&result, &generator)
    }
    return Data(result)
  }

  private static func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 1...64, using: &generator))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 2: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
    case 3: bytes.removeSubrange(place..<end)
    case 4:
      let target = Int.random(in: 0...bytes.count, using: &generator)
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: target)
    case 5:
      let target = Int.random(in: 0..<bytes.count, using: &generator)
      for (offset, byte) in Array(bytes[place..<end]).enumerated()
      where target + offset < bytes.count {
        bytes[target + offset] = byte
      }
    case 6: setNumber(&bytes, place, &generator)
    default:
      let piece = Array(bytes[place..<end])
      let count = Int.random(in: 2...200, using: &generator)
      bytes.insert(contentsOf: (0..<count).flatMap { _ in piece }, at: place)
    }
  }

  /// Writes a number in the format of counts, offsets and lengths, which is often too large or
  /// zero.
  private static func setNumber(
    _ bytes: inout [UInt8], _ place: Int, _ generator: inout SeededGenerator
  ) {
    let numbers: [UInt64] = [
      0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
      UInt64(Int64.max), UInt64(bitPattern: .min), .max, UInt64(bytes.count), UInt64(place),
    ]
    let number = numbers.randomElement(using: &generator) ?? 0
    let size = [1, 2, 4, 8].randomElement(using: &generator) ?? 1
    let isBigEndian = Bool.random(using: &generator)
    for offset in 0..<size where place + offset < bytes.count {
      let shift = UInt64(8 * (isBigEndian ? size - 1 - offset : offset))
      bytes[place + offset] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }
}

extension DamagedBytes {
  /// Replaces some objects of a binary property list with others, so that parts contain the whole,
  /// or collections replace texts.
  ///
  /// - Parameters:
  ///   - list: A valid list.
  ///   - generator: Determines the objects.
  /// - Returns: A list with the same length; other input is returned unchanged.
  package static func exchangingObjects(
    of list: Data, using generator: inout SeededGenerator
  ) -> Data {
    var bytes = [UInt8](list)
    guard bytes.count > 40 else { return list }
    let trailer = bytes.count - 32
    let size = Int(bytes[trailer + 6])
    func number(_ start: Int) -> Int {
      bytes[start..<(start + 8)].reduce(0) { ($0 << 8 | Int($1)) & 0xFFFF_FFFF }
    }
    let (count, table) = (number(trailer + 8), number(trailer + 24))
    guard size > 0, count > 0, table + count * size <= trailer else { return list }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let from = table + size * Int.random(in: 0..<count, using: &generator)
      let to = table + size * Int.random(in: 0..<count, using: &generator)
      for offset in 0..<size { bytes[to + offset] = bytes[from + offset] }
    }
    return Data(bytes)
  }
}
