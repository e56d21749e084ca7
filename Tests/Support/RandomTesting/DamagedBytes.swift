import Foundation

/// Bytes as a careless or hostile hand leaves them: cut off, changed, moved, repeated, and with counts
/// that promise more than there is.
package enum DamagedBytes {
  /// Some bytes, damaged at random.
  ///
  /// - Parameters:
  ///   - bytes: What is whole.
  ///   - generator: Says what becomes of them.
  /// - Returns: The damaged bytes, of which there are some thousand more at most.
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

  /// Writes a number as counts, offsets and lengths have it, which promises too much or nothing.
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
  /// A binary property list with some of its objects in the place of others: parts that contain their
  /// whole, collections where texts stood.
  ///
  /// - Parameters:
  ///   - list: A list that is whole.
  ///   - generator: Says which.
  /// - Returns: The list, as long as before; as it was where it is no list.
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
