import Foundation

/// The purpose of sealed data, which opens for no other purpose.
enum SealingPurpose: String {
  case identifier, name, record, pieceName, piece, check

  /// Returns the data that binds the format and the purpose.
  func data(_ format: SealingFormat) -> Data {
    Data("OpenSwiftData sync \(format.rawValue) \(rawValue)".utf8)
  }
}

/// The format of sealed data; the first byte of sealed contents.
enum SealingFormat: UInt8 {
  /// Bound to purpose and name, but not to the location.
  case former = 1
  /// Bound to the location as well.
  case bound = 2
}

/// Bytes as text of letters, digits, `-` and `_`.
enum Base64URL {
  static func encode(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  /// Decodes text in either Base64 alphabet, without padding; nil for text that `encode` would not
  /// produce.
  static func decode(_ text: some StringProtocol) -> Data? {
    let url = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    let filled =
      url.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
      + String(repeating: "=", count: (4 - url.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: filled), encode(bytes) == url else { return nil }
    return bytes
  }
}
