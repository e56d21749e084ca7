/// A piece of a page.
///
/// Literals are markup. Texts in them are escaped, also between quotation marks of an attribute:
///
/// ```swift
/// let item: HTML = "<li title=\"\(note)\">\(title)</li>"
/// ```
package struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  package private(set) var text: String

  package init(stringLiteral text: String) { self.text = text }

  /// A text without markup.
  package init(_ text: String) { self.text = Self.escaped(text) }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ text: String) { self.text += HTML.escaped(text) }
    package mutating func appendInterpolation(_ text: Substring) {
      self.text += HTML.escaped(String(text))
    }
    package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    package mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }
    package mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }

    /// Appends an address for `href`.
    ///
    /// Addresses other than those of pages and mail, which could run
    /// a script, become one that leads nowhere.
    package mutating func appendInterpolation(link address: String) {
      let scheme = address.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
      let hasScheme = scheme.endIndex < address.endIndex && address[scheme.endIndex] == ":"
      let isHarmless = !hasScheme || ["http", "https", "mailto"].contains(scheme.lowercased())
      text += HTML.escaped(isHarmless ? address : "#")
    }
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
