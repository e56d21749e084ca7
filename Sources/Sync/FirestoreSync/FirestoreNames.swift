import Foundation

/// Names of documents and fields; names that Firestore reserves are converted to others.
enum FirestoreNames {
  static let records = "records"
  static let pieces = "pieces"

  /// Whether Firestore accepts a document with this name.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 1_500 && name != "." && name != ".."
      && !name.hasPrefix("__")
      && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// Returns the document name of a record or a piece, whose own name consists of letters, digits,
  /// `-` and `_`.
  static func documentName(_ name: String) -> String { name.hasPrefix("__") ? "=" + name : name }

  /// Returns the record name of a document.
  static func recordName(ofDocument name: String) -> String {
    name.hasPrefix("=") ? String(name.dropFirst()) : name
  }

  /// Returns the field name of a property.
  static func fieldName(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && !name.hasPrefix("__") && !name.hasPrefix("~") && !name.utf8.contains(0)
    return isPlain ? name : "~" + base64URL(Data(name.utf8))
  }

  /// Returns the property name of a field; nil if the field name is invalid.
  static func propertyName(ofField name: String) -> String? {
    guard name.hasPrefix("~") else { return name }
    var text = name.dropFirst().replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text).flatMap { String(data: $0, encoding: .utf8) }
  }

  /// Encodes bytes in Base64 with the characters that names and tokens may contain.
  static func base64URL(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
