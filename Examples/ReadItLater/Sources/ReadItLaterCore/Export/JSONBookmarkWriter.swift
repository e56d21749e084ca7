import Foundation

/// Writes the trees that `JSONBookmarks` reads: a folder for each status.
enum JSONBookmarkWriter {
  private typealias Node = [String: Any]

  static func chrome(_ bookmarks: [StoredBookmark]) throws -> Data {
    var id = 3
    func node(_ type: String, _ name: String) -> Node {
      id += 1
      return ["id": "\(id)", "type": type, "name": name]
    }
    func root(_ id: String, _ name: String, _ children: [Node]) -> Node {
      ["id": id, "type": "folder", "name": name, "children": children]
    }
    let folders = BookmarkExport.folders(of: bookmarks).map { status, members in
      let folder: Node = [
        "children": members.map { bookmark in
          node("url", bookmark.title).merging([
            "url": bookmark.url, "guid": bookmark.id.uuidString.lowercased(),
            "date_added":
              "\(microseconds(bookmark.createdAt, plus: JSONBookmarks.secondsFrom1601))",
          ]) { $1 }
        }
      ]
      return folder.merging(node("folder", status.displayName)) { $1 }
    }
    return try data([
      "version": 1,
      "roots": [
        "bookmark_bar": root("1", "Bookmarks bar", []),
        "other": root("2", "Other bookmarks", folders),
        "synced": root("3", "Mobile bookmarks", []),
      ],
    ])
  }

  static func firefox(_ bookmarks: [StoredBookmark]) throws -> Data {
    func folder(_ title: String, _ children: [Node]) -> Node {
      let numbered = children.enumerated().map { $1.merging(["index": $0]) { $1 } }
      return [
        "title": title, "typeCode": 2, "type": "text/x-moz-place-container", "children": numbered,
      ]
    }
    let folders = BookmarkExport.folders(of: bookmarks).map { status, members in
      folder(
        status.displayName,
        members.map { bookmark in
          [
            "guid": guid(of: bookmark.id), "title": bookmark.title, "uri": bookmark.url,
            "typeCode": 1, "type": "text/x-moz-place",
            "dateAdded": microseconds(bookmark.createdAt),
          ]
        })
    }
    let menu = folder("menu", folders)
      .merging(["guid": "menu________", "root": "bookmarksMenuFolder"]) { $1 }
    return try data(
      folder("", [menu]).merging(["guid": "root________", "root": "placesRoot"]) { $1 })
  }

  /// The time in microseconds, which fit into 64 bits within 200,000 years.
  private static func microseconds(_ date: Date, plus seconds: Double = 0) -> Int64 {
    Int64(min(max((date.timeIntervalSince1970 + seconds) * 1e6, -9e18), 9e18).rounded())
  }

  /// An identifier in the form of Firefox: twelve characters.
  private static func guid(of id: UUID) -> String {
    let bytes = withUnsafeBytes(of: id.uuid) { Data($0.prefix(9)) }
    return bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
  }

  private static func data(_ root: Node) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  }
}
