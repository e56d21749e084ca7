import Foundation
import SQLCore

extension StoredValue {
  /// The text of the URL.
  ///
  /// A URL that stands relative to a base is only equal to one with the same base, so that the
  /// lines after its absolute text hold its own text, its base's, and so on. No URL has a line
  /// break in its text.
  package static func encode(_ value: URL) -> SQLValue {
    guard value.baseURL != nil else { return .text(value.relativeString) }
    var lines = [value.absoluteString]
    var current: URL? = value
    while let url = current {
      lines.append(url.relativeString)
      current = url.baseURL
    }
    return .text(lines.joined(separator: "\n"))
  }

  package static func decodeURL(_ value: SQLValue) -> URL? {
    guard case .text(let text) = value else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return url(text, relativeTo: nil) }
    var base: URL?
    for line in lines.dropFirst().reversed() {
      guard let url = url(String(line), relativeTo: base) else { return nil }
      base = url
    }
    return base
  }

  private static func url(_ text: String, relativeTo base: URL?) -> URL? {
    // What is a URL already must not be escaped again; other text, which Apple's framework may
    // have let through, is read as leniently as Foundation does.
    if let base { return URL(string: text, relativeTo: base) }
    return URL(string: text, encodingInvalidCharacters: false) ?? URL(string: text)
  }
}
