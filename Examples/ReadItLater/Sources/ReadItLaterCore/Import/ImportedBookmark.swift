import Foundation

/// One link found in a file to import, not yet checked.
package struct ImportedBookmark: Equatable, Sendable {
  package var url: String
  package var title: String
  /// When the link was saved in the program that wrote the file, where the file tells.
  package var createdAt: Date?
  /// Where the link was in the program that wrote the file, if the file says so.
  package var status: BookmarkStatus?
  /// What the file says of the link besides, which a bookmark does not hold, such as `tags`.
  package var notStored: Set<String> = []
  /// The line on which the link begins, counted from 1.
  package var line: Int

  package init(url: String, title: String = "", createdAt: Date? = nil, line: Int) {
    self.url = url
    self.title = title
    self.createdAt = createdAt
    self.line = line
  }

  /// The time of a text in seconds since 1970, though some programs write milliseconds or microseconds.
  static func date(ofTimestamp text: String) -> Date? {
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
