import Foundation
import SQLCore

extension StoredValue {
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
    // A valid URL must not be escaped again; other text, which Apple's framework may have accepted,
    // is parsed as leniently as Foundation does.
    if let base { return URL(string: text, relativeTo: base) }
    return URL(string: text, encodingInvalidCharacters: false) ?? URL(string: text)
  }
}
