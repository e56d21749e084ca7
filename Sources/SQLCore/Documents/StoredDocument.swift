import Foundation

/// What is coded or transformed, as a document of JSON where a database has a type for such.
///
/// The text within a keyed archive becomes the document, if a database gives back what it means. Anything else
/// is a document that holds the bytes: `{"$data": "…"}`, in base64.
package enum StoredDocument {
  private static let key = "$data"
  private static let head = Data("{\"\(key)\": \"".utf8)
  private static let tail = Data("\"}".utf8)

  /// The document of what a column of bytes would have.
  package static func document(of stored: Data) -> Data {
    if let text = KeyedArchive.data(of: stored), isKept(text) { return text }
    return head + stored.base64EncodedData() + tail
  }

  /// What a column of bytes would have for a document; where that is no longer what it was made of, it means
  /// the same.
  package static func stored(of document: Data) -> Data {
    if document.starts(with: head), document.suffix(tail.count) == tail,
      let bytes = Data(base64Encoded: document.dropFirst(head.count).dropLast(tail.count))
    {
      return bytes
    }
    return KeyedArchive.archive(document)
  }

  /// Whether a database gives back what a text of JSON means, and it is not one that stands for bytes.
  private static func isKept(_ text: Data) -> Bool {
    text.range(of: Data("\"\(key)\"".utf8)) == nil
      && text.withUnsafeBytes { bytes in
        var check = DocumentCheck(bytes)
        return check.run()
      }
  }

  /// Bytes that are the same for all forms in which one value may stand in stores: a document's in one order
  /// of its keys and without spaces, and other bytes as they are.
  package static func canonical(_ stored: Data) -> Data {
    guard let text = KeyedArchive.data(of: stored),
      let value = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed),
      let canonical = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    else { return stored }
    return canonical
  }
}
