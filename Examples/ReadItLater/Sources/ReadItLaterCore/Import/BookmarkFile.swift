import Foundation

/// Files of links: a browser's bookmark export, or plain text with one address per line.
package enum BookmarkFile {
  /// Why a file holds no links that can be read.
  package enum ReadError: Error, Equatable, Sendable {
    case notText
    case noLinks
  }

  /// Reads every link of a file, in file order.
  /// - Throws: `ReadError`, or the error of reading the file.
  package static func links(at url: URL) throws -> [ImportedBookmark] {
    try links(in: Data(contentsOf: url, options: .mappedIfSafe))
  }

  /// Reads every link of a file's contents, in order.
  ///
  /// Contents are UTF-8, UTF-16 with a byte order mark, or in an encoding that the file names;
  /// ill-formed parts are repaired.
  /// - Throws: `ReadError`.
  package static func links(in data: Data) throws -> [ImportedBookmark] {
    let bytes = try utf8(data)
    let found =
      looksLikeHTML(bytes) ? NetscapeBookmarkParser.links(in: bytes) : TextLinks.links(in: bytes)
    guard !found.isEmpty else { throw ReadError.noLinks }
    return found
  }

  private static func utf8(_ data: Data) throws -> [UInt8] {
    switch (data.first, data.dropFirst().first) {
    case (0xFF, 0xFE), (0xFE, 0xFF):
      guard let text = String(data: data, encoding: .utf16) else { throw ReadError.notText }
      return Array(text.utf8)
    case (0xEF, 0xBB) where data.dropFirst(2).first == 0xBF:
      return Array(data.dropFirst(3))
    default:
      guard !data.prefix(4096).contains(0) else { throw ReadError.notText }
      let bytes = Array(data)
      if String(validating: bytes, as: UTF8.self) != nil { return bytes }
      return DeclaredEncoding.text(of: data).map { Array($0.utf8) } ?? bytes
    }
  }

  private static func looksLikeHTML(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    return head.hasPrefix("<") || head.contains("<a ")
  }
}
