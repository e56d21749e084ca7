import Foundation

/// What a web page says about itself.
package enum PageMarkup {
  /// The title of a page; nil if it has none.
  ///
  /// - Parameter data: The page in UTF-8, or in the encoding that it declares.
  /// - Returns: The title without markup, with single spaces.
  package static func title(in data: Data) -> String? {
    let isUTF8 = String(validating: data, as: UTF8.self) != nil
    let bytes = isUTF8 ? Array(data) : DeclaredEncoding.text(of: data).map { Array($0.utf8) }
    var scanner = HTMLTagScanner(bytes ?? Array(data))
    var title: String?
    while let piece = scanner.next() {
      switch piece {
      case .tag(let tag) where tag.name == "title" && title == nil: title = ""
      case .tag(let tag) where title != nil && tag.name == "/title":
        return title.map { HTMLEntities.decode($0).collapsingWhitespace() }
      case .text(let text): title?.append(text)
      case .tag: break
      }
    }
    return nil
  }
}
