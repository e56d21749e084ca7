import Foundation

/// The JSON document for an encoded or transformed value, for databases that have a JSON type.
///
/// The text in a keyed archive becomes the document, if a database preserves its meaning. Anything
/// else becomes a document that contains the bytes in base64: `{"$data": "…"}`.
package enum StoredDocument {
  private static let key = "$data"
  private static let head = Data("{\"\(key)\": \"".utf8)
  private static let tail = Data("\"}".utf8)

  /// The document for the bytes that a binary column would contain.
  package static func document(of stored: Data) -> Data {
    if let text = KeyedArchive.data(of: stored), isKept(text) { return text }
    return head + stored.base64EncodedData() + tail
  }

  /// The bytes that a binary column would contain for a document.
  ///
  /// If they are not the bytes that the document was created from, they have the same meaning.
  package static func stored(of document: Data) -> Data {
    if document.starts(with: head), document.suffix(tail.count) == tail,
      let bytes = Data(base64Encoded: document.dropFirst(head.count).dropLast(tail.count))
    {
      return bytes
    }
    return KeyedArchive.archive(document)
  }

  /// Whether a database preserves the meaning of a JSON text, and it is not a document that
  /// contains bytes.
  private static func isKept(_ text: Data) -> Bool {
    text.range(of: Data("\"\(key)\"".utf8)) == nil
      && text.withUnsafeBytes { bytes in
        var check = DocumentCheck(bytes)
        return check.run()
      }
  }

  /// Bytes that are the same for all stored forms of a value.
  ///
  /// Documents are written with sorted keys and without spaces; other bytes are unchanged.
  package static func canonical(_ stored: Data) -> Data {
    guard let text = KeyedArchive.data(of: stored),
      let value = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed),
      let canonical = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    else { return stored }
    return canonical
  }
}
