import Foundation

/// A link found in a file, not validated yet.
package struct ImportedBookmark: Equatable, Sendable {
  package var url: String
  package var title: String
  /// The time when the link was saved in the exporting program, if the file contains it.
  package var createdAt: Date?
  /// The status of the link in the exporting program, if the file contains it.
  package var status: BookmarkStatus?
  /// The name of the folder that contains the link; nil outside of folders.
  package var folder: String? {
    didSet { if status == nil { status = folder.flatMap(BookmarkStatus.init(folder:)) } }
  }
  /// Properties of the link in the file that bookmarks do not have, such as `tags`.
  package var notStored: Set<String> = []
  /// The line where the link begins, counted from 1; in JSON, the number of the link.
  package var line: Int

  package init(url: String, title: String = "", createdAt: Date? = nil, line: Int) {
    self.url = url
    self.title = title
    self.createdAt = createdAt
    self.line = line
  }

  /// Parses seconds since 1970; large numbers are milliseconds or microseconds, which some programs
  /// write.
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
