import Foundation

/// The encoding declared in the head of an HTML file, as in exports from before UTF-8.
enum DeclaredEncoding {
  /// Decodes a file's text with the encoding that it declares.
  ///
  /// Returns nil if it declares none, or one that is not supported.
  static func text(of data: Data) -> String? {
    let head = String(decoding: data.prefix(2048), as: UTF8.self).lowercased()
    guard let mark = head.range(of: "charset=") else { return nil }
    let name = head[mark.upperBound...].drop { "\"' ".contains($0) }
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return encodings[String(name)].flatMap { String(data: data, encoding: $0) }
  }

  private static let encodings: [String: String.Encoding] = [
    "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "x-sjis": .shiftJIS, "windows-31j": .shiftJIS,
    "iso-2022-jp": .iso2022JP,
    "iso-8859-1": .windowsCP1252, "windows-1252": .windowsCP1252,
    "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
  ]
}
