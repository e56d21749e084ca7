/// Parses plain text with one address per line, optionally followed by white space and a title.
///
/// Blank lines and lines that begin with `#` are ignored.
enum TextLinks {
  static func links(in bytes: [UInt8]) -> [ImportedBookmark] {
    var links: [ImportedBookmark] = []
    var line = 0
    var start = bytes.startIndex
    while start < bytes.endIndex {
      line += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      if let link = link(in: bytes[start..<end], line: line) { links.append(link) }
      start = end + 1
    }
    return links
  }

  private static func link(in bytes: ArraySlice<UInt8>, line: Int) -> ImportedBookmark? {
    let words = String(decoding: bytes, as: UTF8.self)
      .split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let address = words.first, !address.hasPrefix("#") else { return nil }
    let title = words.count > 1 ? words[1] : ""
    return ImportedBookmark(url: String(address), title: title.trimmingWhitespace(), line: line)
  }
}

extension StringProtocol {
  /// The text without surrounding white space, and with each inner run of white space replaced by
  /// one space.
  func collapsingWhitespace() -> String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  fileprivate func trimmingWhitespace() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
