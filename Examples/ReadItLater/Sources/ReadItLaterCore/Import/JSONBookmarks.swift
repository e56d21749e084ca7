import Foundation

/// Parses the links of Chrome's file `Bookmarks`, and of Firefox's backups.
///
/// Both are trees of folders, with different names for the same properties. Properties that
/// bookmarks do not have are recorded as not stored.
struct JSONBookmarks {
  private typealias Node = [String: Any]

  private var links: [ImportedBookmark] = []

  private init() {}

  /// The links of a file, in order; nil if it is not complete JSON.
  static func links(in data: Data) -> [ImportedBookmark]? {
    guard let root = try? JSONSerialization.jsonObject(with: data) as? Node else { return nil }
    var parser = JSONBookmarks()
    if let roots = root["roots"] as? Node {
      let known = ["bookmark_bar", "other", "synced"]
      for name in known + roots.keys.sorted().filter({ !known.contains($0) }) {
        if let node = roots[name] as? Node { parser.readChildren(of: node, in: nil) }
      }
    } else {
      parser.read(root, in: nil)
    }
    return parser.links
  }

  private mutating func read(_ node: Node, in folder: String?) {
    if let url = node["url"] as? String ?? node["uri"] as? String {
      links.append(link(url, node, in: folder))
    } else {
      // The browser's own folders, such as its toolbar, are no folders of the user.
      readChildren(of: node, in: node["root"] == nil ? Self.title(of: node) : folder)
    }
  }

  private mutating func readChildren(of node: Node, in folder: String?) {
    for child in node["children"] as? [Node] ?? [] { read(child, in: folder) }
  }

  private static func title(of node: Node) -> String? {
    (node["name"] as? String ?? node["title"] as? String)?.collapsingWhitespace()
  }

  private func link(_ url: String, _ node: Node, in folder: String?) -> ImportedBookmark {
    var link = ImportedBookmark(
      url: url, title: Self.title(of: node) ?? "", createdAt: Self.date(of: node),
      line: links.count + 1)
    link.folder = folder
    link.notStored = Set(
      node.filter { !Self.known.contains($0.key) && !Self.isEmpty($0.value) }.keys)
    return link
  }

  private static func isEmpty(_ value: Any) -> Bool {
    switch value {
    case let text as String: ["", "0"].contains(text)
    case let list as [Any]: list.isEmpty
    case let node as Node: node.isEmpty
    default: value is NSNull
    }
  }

  /// The time when a link was added: Chrome counts microseconds since 1601 and writes them as text,
  /// Firefox those since 1970.
  private static func date(of node: Node) -> Date? {
    if let text = node["date_added"] as? String, let time = Double(text), time > 0 {
      return Date(timeIntervalSince1970: time / 1e6 - secondsFrom1601)
    }
    guard let time = (node["dateAdded"] as? NSNumber)?.doubleValue, time > 0 else { return nil }
    return Date(timeIntervalSince1970: time / 1e6)
  }

  /// The number of seconds from the 1st of January 1601 to that of 1970.
  static let secondsFrom1601 = 11_644_473_600.0

  /// The properties that bookmarks have, and those that only describe the tree.
  private static let known: Set<String> = [
    "url", "uri", "name", "title", "date_added", "dateAdded", "guid", "id", "index", "type",
    "typeCode",
  ]
}
