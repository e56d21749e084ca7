import Foundation

/// Names of documents and fields, those that Firestore keeps for itself made into others.
enum FirestoreNames {
  static let records = "records"
  static let pieces = "pieces"

  /// Whether Firestore takes a document of this name.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 1_500 && name != "." && name != ".." && !name.hasPrefix("__")
      && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// The name of the document of a record or a piece: letters, digits, `-` and `_`, as the port has them.
  static func documentName(_ name: String) -> String { name.hasPrefix("__") ? "=" + name : name }

  /// The name of the record of a document.
  static func recordName(ofDocument name: String) -> String {
    name.hasPrefix("=") ? String(name.dropFirst()) : name
  }

  /// The name of the field of a property.
  static func fieldName(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && !name.hasPrefix("__") && !name.hasPrefix("~") && !name.utf8.contains(0)
    return isPlain ? name : "~" + base64URL(Data(name.utf8))
  }

  /// The name of the property of a field; nil where it is none of these.
  static func propertyName(ofField name: String) -> String? {
    guard name.hasPrefix("~") else { return name }
    var text = name.dropFirst().replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text).flatMap { String(data: $0, encoding: .utf8) }
  }

  /// Base64 with the letters that names and tokens may have.
  static func base64URL(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
