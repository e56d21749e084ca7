import Foundation

/// Files of links: a browser's bookmark export in HTML or JSON, comma-separated values with a column
/// `url`, or plain text with one address per line.
package enum BookmarkFile {
  /// The reason that no links can be read from a file.
  package enum ReadError: Error, Equatable, Sendable {
    case notText
    case noLinks
    /// The file is truncated.
    case incomplete(Cut)
  }

  /// The location at which a file was truncated.
  package enum Cut: Equatable, Sendable {
    case insideCharacter, insideTag, insideLink
    /// A quoted field of a table has no closing quote.
    case insideQuotes
    /// Lists of the export, which represent folders, are not closed.
    case insideList
  }

  /// Reads all links of a file's contents, in order.
  ///
  /// Contents are in UTF-8, in UTF-16 with a byte order mark, or in an encoding that the file
  /// declares; ill-formed parts are repaired. In a list of addresses, truncation can be detected
  /// only within a character.
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - allowsCut: Whether to read a truncated file as far as possible.
  /// - Returns: The links.
  /// - Throws: `ReadError`.
  package static func links(
    in data: Data, allowingCut allowsCut: Bool = false
  ) throws -> [ImportedBookmark] {
    let bytes = try utf8(data)
    let (found, cut) =
      json(bytes) ?? table(bytes) ?? (looksLikeHTML(bytes) ? html(bytes) : text(bytes))
    if let cut = cut ?? cutCharacter(data), !allowsCut { throw ReadError.incomplete(cut) }
    guard !found.isEmpty else { throw ReadError.noLinks }
    return found
  }

  private static func json(_ bytes: [UInt8]) -> (links: [ImportedBookmark], cut: Cut?)? {
    guard bytes.first(where: { ![9, 10, 13, 32].contains($0) }) == UInt8(ascii: "{") else {
      return nil
    }
    guard let links = JSONBookmarks.links(in: Data(bytes)) else { return ([], .insideList) }
    return (links, nil)
  }

  private static func table(_ bytes: [UInt8]) -> (links: [ImportedBookmark], cut: Cut?)? {
    LinkTable(bytes).map { ($0.links, $0.cut) }
  }

  private static func html(_ bytes: [UInt8]) -> (links: [ImportedBookmark], cut: Cut?) {
    let parser = NetscapeBookmarkParser(bytes)
    return (parser.links, parser.cut)
  }

  private static func text(_ bytes: [UInt8]) -> (links: [ImportedBookmark], cut: Cut?) {
    (TextLinks.links(in: bytes), UTF8Ending(bytes).isCut ? .insideCharacter : nil)
  }

  /// Detects half a UTF-16 code unit at the end, which is lost in the decoded text.
  private static func cutCharacter(_ data: Data) -> Cut? {
    isUTF16(data) && !data.count.isMultiple(of: 2) ? .insideCharacter : nil
  }

  private static func isUTF16(_ data: Data) -> Bool {
    let mark = Array(data.prefix(2))
    return mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF]
  }

  private static func utf8(_ data: Data) throws -> [UInt8] {
    if isUTF16(data) {
      let whole = data.prefix(data.count / 2 * 2)
      guard let text = String(data: whole, encoding: .utf16) else { throw ReadError.notText }
      return Array(text.utf8)
    }
    // Texts contain no zero bytes; if a disk lost part of a file, that part is filled with zeros.
    guard !data.withUnsafeBytes({ $0.contains(0) }) else { throw ReadError.notText }
    let bytes = Array(data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    return DeclaredEncoding.text(of: data).map { Array($0.utf8) } ?? bytes
  }

  private static func looksLikeHTML(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    return head.hasPrefix("<") || head.contains("<a ")
  }
}
