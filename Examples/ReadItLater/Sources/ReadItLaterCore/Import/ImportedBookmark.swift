import Foundation

/// One link found in a file to import, not yet checked.
package struct ImportedBookmark: Equatable, Sendable {
  package var url: String
  package var title: String
  /// When the link was saved in the program that wrote the file, where the file tells.
  package var createdAt: Date?
  /// The line on which the link begins, counted from 1.
  package var line: Int

  package init(url: String, title: String = "", createdAt: Date? = nil, line: Int) {
    self.url = url
    self.title = title
    self.createdAt = createdAt
    self.line = line
  }
}
