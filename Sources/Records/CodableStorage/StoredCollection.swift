import Foundation
import SQLCore

/// The stored form of arrays and sets, as the texts of their elements.
///
/// The type of the elements is not needed: they are kept as they were written, so that the changes
/// of two programs can be merged without decoding them.
package struct StoredCollection: Sendable {
  /// The JSON text of each element.
  package var elements: [Data]
  /// Whether the text is in a keyed archive.
  private let isArchived: Bool

  /// - Parameter stored: The contents of the column of an array or a set; the result is nil for
  ///   anything else.
  package init?(_ stored: Data) {
    let text = KeyedArchive.content(of: stored)
    guard let elements = Self.elements(of: text) else { return nil }
    (self.elements, isArchived) = (elements, text != stored)
  }

  /// The contents of the column.
  package var stored: Data {
    var text = Data("[".utf8)
    for (number, element) in elements.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text.append(element)
    }
    text.append(UInt8(ascii: "]"))
    return isArchived ? KeyedArchive.archive(text) : text
  }

  /// Returns a key that is the same for equal elements, even if their texts differ.
  package static func key(_ element: Data) -> Data {
    // Numbers are compared as they are written, because parsing would lose digits of long ones.
    guard let first = element.first,
      [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")]
        .contains(first),
      let value = try? JSONSerialization.jsonObject(with: element, options: .fragmentsAllowed),
      let text = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    else { return element }
    return text
  }

  private static func elements(of text: Data) -> [Data]? {
    // In encodings other than UTF-8, which Foundation also reads, each delimiter has a zero byte.
    guard !text.contains(0), (try? JSONDepth.check(text)) != nil,
      (try? JSONSerialization.jsonObject(with: text)) is [Any]
    else { return nil }
    var (elements, element, depth) = ([Data](), Data(), 0)
    var (isInString, isEscaped) = (false, false)
    for byte in text {
      if isInString {
        (isInString, isEscaped) = (
          isEscaped || byte != UInt8(ascii: "\""), !isEscaped && byte == UInt8(ascii: "\\")
        )
      } else {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          if depth == 1 { continue }
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ",") where depth == 1:
          elements.append(element)
          element = Data()
          continue
        default: break
        }
      }
      if depth > 0 { element.append(byte) }
    }
    if !element.isEmpty { elements.append(element) }
    return elements
  }
}
