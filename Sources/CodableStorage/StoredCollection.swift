import Foundation
import SQLCore

/// The stored form of arrays and sets, as texts of their elements.
///
/// It needs no type: elements stay as they were written, so that what two programs wrote can be brought together
/// without knowing what it is.
package struct StoredCollection: Sendable {
  /// The JSON text of each element.
  package var elements: [Data]
  /// Whether the text stands in a keyed archive.
  private let isArchived: Bool

  /// - Parameter stored: What a store has in the column of an array or a set; nil for anything else.
  package init?(_ stored: Data) {
    let text = KeyedArchive.content(of: stored)
    guard let elements = Self.elements(of: text) else { return nil }
    (self.elements, isArchived) = (elements, text != stored)
  }

  /// What a store has in the column.
  package var stored: Data {
    var text = Data("[".utf8)
    for (number, element) in elements.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text.append(element)
    }
    text.append(UInt8(ascii: "]"))
    return isArchived ? KeyedArchive.archive(text) : text
  }

  /// What equal elements have in common, however their texts were written.
  package static func key(_ element: Data) -> Data {
    // Numbers are as they are written: others would not tell long ones apart.
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
    // In other encodings than UTF-8, which Foundation reads too, each sign has a zero byte.
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
