import Foundation

/// A fast path for the JSON text of string arrays, the most common collections, without a coder.
///
/// Strings that need escaping are left to the coders; the resulting texts are the same.
enum JSONStrings {
  private static let quote = UInt8(ascii: "\"")
  private static let escape = UInt8(ascii: "\\")

  /// Returns the text of `strings` as `JSONEncoder` writes it; nil if a character needs escaping.
  static func encode(_ strings: [String]) -> Data? {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    bytes.reserveCapacity(strings.reduce(2) { $0 + $1.utf8.count + 3 })
    for string in strings {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(quote)
      for byte in string.utf8 {
        guard byte >= 0x20, byte != quote, byte != escape, byte != UInt8(ascii: "/") else {
          return nil
        }
        bytes.append(byte)
      }
      bytes.append(quote)
    }
    bytes.append(UInt8(ascii: "]"))
    return Data(bytes)
  }

  /// Returns the strings of `text`; nil for anything other than an array of strings without
  /// escapes, in the form that `encode` writes.
  static func decode(_ text: Data) -> [String]? {
    text.withUnsafeBytes { bytes in
      guard bytes.count >= 2, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]")
      else { return nil }
      let end = bytes.count - 1
      var strings: [String] = []
      var index = 1
      while index < end {
        if !strings.isEmpty {
          guard bytes[index] == UInt8(ascii: ",") else { return nil }
          index += 1
        }
        guard let string = decodeString(bytes[..<end], at: &index) else { return nil }
        strings.append(string)
      }
      return strings
    }
  }

  /// Returns the string that starts at `index`, and advances `index` past it.
  private static func decodeString(
    _ bytes: Slice<UnsafeRawBufferPointer>, at index: inout Int
  ) -> String? {
    guard index < bytes.endIndex, bytes[index] == quote else { return nil }
    let start = index + 1
    index = start
    while index < bytes.endIndex, bytes[index] != quote {
      guard bytes[index] >= 0x20, bytes[index] != escape else { return nil }
      index += 1
    }
    guard index < bytes.endIndex else { return nil }
    defer { index += 1 }
    return String(validating: bytes[start..<index], as: UTF8.self)
  }
}
