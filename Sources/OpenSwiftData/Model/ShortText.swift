/// Makes strings of up to 15 bytes of ASCII, such as the raw values of enumerations, in a tenth of
/// the time that `String(decoding:as:)` takes.
///
/// Swift keeps such a string inside its own two words. How is no promise of the language, so the
/// two words are written directly only where strings made in the usual way look the same.
enum ShortText {
  /// The bytes that a string has room for beside its length.
  static var maximumCount: Int { 15 }

  /// Whether short strings look in memory as this file makes them.
  static let isKnown: Bool = {
    guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size,
      MemoryLayout<String??>.size == MemoryLayout<String>.size
    else { return false }
    let text = "a~Z 09\u{7f}\u{1}b-c_d+e".utf8
    return (0...text.count).allSatisfy { count in
      let usual = String(decoding: Array(text.prefix(count)), as: UTF8.self)
      let made = Array(text.prefix(count)).withUnsafeBufferPointer(words)
      guard let made else { return false }
      return unsafeBitCast(usual, to: (UInt64, UInt64).self) == made
    }
  }()

  /// What the string of those bytes is in memory; nil where they are too many or not all ASCII.
  ///
  /// Only where `isKnown`.
  @inline(__always)
  static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
    guard bytes.count <= maximumCount else { return nil }
    let (low, high) = load(UnsafeRawBufferPointer(bytes))
    guard (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
    // The last byte has the length and what kind of string it is.
    return (low, high | UInt64(0xe0 | bytes.count) << 56)
  }

  /// Up to 15 bytes in two words.
  ///
  /// Loads overlap so that none passes the end.
  @inline(__always)
  private static func load(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    let count = bytes.count
    guard let start = bytes.baseAddress, count > 0 else { return (0, 0) }
    if count > 8 {
      let end = (start + count - 8).loadUnaligned(as: UInt64.self)
      return (start.loadUnaligned(as: UInt64.self), end &>> UInt64(8 * (16 - count)))
    }
    if count >= 4 {
      let end = UInt64((start + count - 4).loadUnaligned(as: UInt32.self))
      let first = UInt64(start.loadUnaligned(as: UInt32.self))
      return (first | end &<< UInt64(8 * (count - 4)), 0)
    }
    let first = UInt64(start.load(as: UInt8.self))
    let middle = UInt64((start + count / 2).load(as: UInt8.self)) &<< UInt64(8 * (count / 2))
    let last = UInt64((start + count - 1).load(as: UInt8.self)) &<< UInt64(8 * (count - 1))
    return (first | middle | last, 0)
  }
}
