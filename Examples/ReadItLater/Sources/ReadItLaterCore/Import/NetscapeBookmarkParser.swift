import Foundation

/// Parses the links of a bookmark export in the Netscape format, which every browser writes.
///
/// The format is HTML that was never valid: list items are not closed, attributes are in any case
/// and order, and tools that write it break it further. So the parser only looks for `A` tags, and
/// for the headings of lists, which are folders; separators are ignored. Tags, descriptions and
/// other properties are recorded as not stored. It makes one pass over the bytes.
///
/// - SeeAlso:
/// https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
struct NetscapeBookmarkParser {
  private(set) var links: [ImportedBookmark] = []
  /// The location at which the export was truncated; nil if it seems complete.
  private(set) var cut: BookmarkFile.Cut?

  private var openLink: ImportedBookmark?
  /// Whether a description would belong to the last link.
  private var describesLink = false
  /// The heading that is being read, or that was read and is the name of the next list.
  private var heading: String?
  private var isInHeading = false
  /// Whether the heading is the title of the file.
  private var isTitle = false
  /// The names of the open lists.
  private var folders: [String?] = []
  /// The number of open lists by kind.
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
      if case .text(let text) = piece {
        openLink?.title += HTMLEntities.decode(text)
        if isInHeading { heading? += HTMLEntities.decode(text) }
      }
      return
    }
    noteFolder(tag.name)
    if tag.name == "a" {
      closeLink()
      openLink = Self.link(from: tag)
      openLink?.folder = folders.last ?? nil
    } else if tag.name == "/a" || Self.blockTags.contains(tag.name) {
      closeLink()
      count(tag.name)
      noteDescription(tag.name)
    }
  }

  private mutating func noteFolder(_ name: String) {
    switch name {
    case "h1", "h2", "h3":
      heading = ""
      (isInHeading, isTitle) = (true, name == "h1")
    case "/h1", "/h2", "/h3": isInHeading = false
    case "dl", "ul", "ol":
      // Pocket gives its lists headings of the first level.
      folders.append(isTitle && name == "dl" ? nil : heading?.collapsingWhitespace())
      heading = nil
      isInHeading = false
    case "/dl", "/ul", "/ol": _ = folders.popLast()
    default: break
    }
  }

  private mutating func noteDescription(_ name: String) {
    if name == "dd", describesLink { links[links.count - 1].notStored.insert("descriptions") }
    if name == "dd" || name == "dl" || name.hasPrefix("h") { describesLink = false }
  }

  private mutating func count(_ name: String) {
    if Self.lists.contains(name) {
      openLists[name, default: 0] += 1
    } else if name.hasPrefix("/"), let open = openLists[String(name.dropFirst())], open > 0 {
      openLists[String(name.dropFirst())] = open - 1
    }
  }

  /// The lists of which exports consist, and which they close.
  private static let lists: Set<String> = ["dl", "ul", "ol"]

  private static let stored: Set<String> = ["href", "add_date", "time_added"]

  /// Tags that cannot occur in a link's title, so that they end a link that was not closed.
  private static let blockTags: Set<String> = [
    "dt", "/dt", "dd", "/dd", "dl", "/dl", "p", "/p", "hr", "h1", "h2", "h3", "h4", "h5", "h6",
    "li", "/li", "ul", "/ul", "ol", "/ol", "div", "/div", "/body", "/html",
  ]

  private mutating func closeLink() {
    guard var link = openLink else { return }
    link.title = link.title.collapsingWhitespace()
    links.append(link)
    openLink = nil
    describesLink = true
  }

  private static func link(from tag: HTMLTagScanner.Tag) -> ImportedBookmark? {
    guard let address = tag.attributes["href"] else { return nil }
    var link = ImportedBookmark(
      url: HTMLEntities.decode(address).trimmingCharacters(in: .whitespacesAndNewlines),
      createdAt: (tag.attributes["add_date"] ?? tag.attributes["time_added"])
        .flatMap(ImportedBookmark.date), line: tag.line)
    // Zero stands for a property that a link does not have.
    for (name, value) in tag.attributes
    where !stored.contains(name) && !["", "0"].contains(value) {
      let isName = name.utf8.count <= 20 && name.allSatisfy { $0.isLetter || $0 == "_" }
      link.notStored.insert(isName ? name : "other attributes")
    }
    return link
  }
}
