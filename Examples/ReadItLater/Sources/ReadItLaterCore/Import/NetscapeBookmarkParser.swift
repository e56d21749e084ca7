import Foundation

/// Reads the links of a bookmark export in the Netscape format, which every browser writes.
///
/// The format is HTML that was never valid: list items are not closed, attributes come in any case
/// and order, and tools that write it break it further. So the parser looks for `A` tags only and
/// ignores folders, descriptions and separators. One pass over the bytes.
///
/// - SeeAlso: <https://learn.microsoft.com/en-us/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)>
struct NetscapeBookmarkParser {
  private(set) var links: [ImportedBookmark] = []
  /// Where the export was cut off; nil where it seems whole.
  private(set) var cut: BookmarkFile.Cut?

  private var openLink: ImportedBookmark?
  /// How many lists of each kind are open.
  private var openLists: [String: Int] = [:]

  static func links(in bytes: [UInt8]) -> [ImportedBookmark] {
    NetscapeBookmarkParser(bytes).links
  }

  init(_ bytes: [UInt8]) {
    var scanner = HTMLTagScanner(bytes)
    while let piece = scanner.next() { take(piece) }
    if scanner.endedInsideTag {
      cut = .insideTag
    } else if openLink != nil {
      cut = .insideLink
    } else if openLists.values.contains(where: { $0 > 0 }) {
      cut = .insideList
    }
    closeLink()
  }

  private mutating func take(_ piece: HTMLTagScanner.Piece) {
    guard case .tag(let tag) = piece else {
      if case .text(let text) = piece { openLink?.title += HTMLEntities.decode(text) }
      return
    }
    if tag.name == "a" {
      closeLink()
      openLink = Self.link(from: tag)
    } else if tag.name == "/a" || Self.blockTags.contains(tag.name) {
      closeLink()
      count(tag.name)
    }
  }

  private mutating func count(_ name: String) {
    if Self.lists.contains(name) {
      openLists[name, default: 0] += 1
    } else if name.hasPrefix("/"), let open = openLists[String(name.dropFirst())], open > 0 {
      openLists[String(name.dropFirst())] = open - 1
    }
  }

  /// What exports consist of, and close.
  private static let lists: Set<String> = ["dl", "ul", "ol"]

  /// Tags that cannot stand inside a link's title, so one of them ends a link that was not closed.
  private static let blockTags: Set<String> = [
    "dt", "/dt", "dd", "/dd", "dl", "/dl", "p", "/p", "hr", "h1", "h2", "h3", "h4", "h5", "h6",
    "li", "/li", "ul", "/ul", "ol", "/ol", "div", "/div", "/body", "/html",
  ]

  private mutating func closeLink() {
    guard var link = openLink else { return }
    link.title = link.title.collapsingWhitespace()
    links.append(link)
    openLink = nil
  }

  private static func link(from tag: HTMLTagScanner.Tag) -> ImportedBookmark? {
    guard let address = tag.attributes["href"] else { return nil }
    return ImportedBookmark(
      url: HTMLEntities.decode(address).trimmingCharacters(in: .whitespacesAndNewlines),
      createdAt: tag.attributes["add_date"].flatMap(date),
      line: tag.line)
  }

  /// Seconds since 1970, though some programs write milliseconds or microseconds.
  private static func date(_ text: String) -> Date? {
    guard let number = Double(text.trimmingCharacters(in: .whitespaces)), number.isFinite,
      number > 0
    else { return nil }
    let seconds =
      switch number {
      case ..<1e11: number
      case ..<1e14: number / 1e3
      case ..<1e17: number / 1e6
      default: Double.nan
      }
    return seconds.isNaN ? nil : Date(timeIntervalSince1970: seconds)
  }
}
