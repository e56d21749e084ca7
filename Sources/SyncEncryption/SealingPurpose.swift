import Foundation

/// What something is sealed for: it opens for nothing else.
enum SealingPurpose: String {
  case identifier, name, record, pieceName, piece, check

  /// The version of the construction and the purpose, as they are bound to what is sealed.
  func data(_ format: SealingFormat) -> Data {
    Data("OpenSwiftData sync \(format.rawValue) \(rawValue)".utf8)
  }
}

/// How something is sealed; the first byte of contents.
enum SealingFormat: UInt8 {
  /// Bound to its purpose and its name, in whatever place.
  case former = 1
  /// Bound to the place as well.
  case bound = 2
}

/// Bytes as text of letters, digits, `-` and `_`.
enum Base64URL {
  static func encode(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  /// The bytes of a text in either alphabet, without signs that fill it up; nil for a text that `encode` would not
  /// have made.
  static func decode(_ text: some StringProtocol) -> Data? {
    let url = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    let filled =
      url.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
      + String(repeating: "=", count: (4 - url.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: filled), encode(bytes) == url else { return nil }
    return bytes
  }
}
