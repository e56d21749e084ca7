import Foundation
import SwiftData

/// Adds links read from a file to a store.
package struct BookmarkImport {
  /// What became of the links of one import.
  package struct Report: Equatable, Codable, Sendable {
    package var added = 0
    /// How many links were added to each status, by its name.
    package var addedByStatus: [String: Int] = [:]
    /// What the file says of added links and a bookmark does not hold, such as `tags`, and of how many links.
    package var notStored: [String: Int] = [:]
    /// Links whose address was in the store already, or earlier in the file.
    package var duplicates = 0
    /// Links left out because the inbox was full.
    package var leftOut = 0
    /// Links whose address is not one of the web.
    package var invalid: [Invalid] = []

    package init() {}
  }

  /// A link that cannot be stored, and why.
  package struct Invalid: Equatable, Codable, Sendable {
    package var line: Int
    package var url: String
    package var reason: String
  }

  /// A store that is closed half-way through an import keeps whole batches; importing the same
  /// file again adds the rest, since links already stored are skipped.
  private static let batchSize = 1_000

  private let modelContext: ModelContext
  private let repository: BookmarkRepository

  package init(modelContext: ModelContext) {
    self.modelContext = modelContext
    self.repository = BookmarkRepository(modelContext: modelContext)
  }

  /// Adds links in order, as long as there is room where they go, and saves.
  /// - Parameters:
  ///   - links: What the file holds.
  ///   - status: Where new bookmarks go; nil for where the file says, or the inbox. Only the inbox has
  ///     a limit.
  ///   - progress: Called with the number of links dealt with, now and then.
  /// - Returns: What became of each link.
  /// - Throws: The error of a fetch or a save.
  package func add(
    _ links: [ImportedBookmark], to status: BookmarkStatus?, progress: (Int) -> Void = { _ in }
  ) throws -> Report {
    var report = Report()
    var known = try storedAddresses()
    var capacity = repository.remainingInboxCapacity()
    for (index, link) in links.enumerated() {
      let status = status ?? link.status ?? .inbox
      switch Bookmark.create(from: link.url, title: link.title) {
      case .failure(let error):
        report.invalid.append(
          Invalid(line: link.line, url: link.url, reason: error.localizedDescription))
      case .success(let data) where !known.insert(WebAddress.comparisonKey(data.url)).inserted:
        report.duplicates += 1
      case .success where status == .inbox && capacity == 0:
        report.leftOut += 1
      case .success(let data):
        insert(data, status: status, createdAt: link.createdAt)
        report.added += 1
        report.addedByStatus[status.rawValue, default: 0] += 1
        for part in link.notStored { report.notStored[part, default: 0] += 1 }
        if status == .inbox { capacity -= 1 }
      }
      if (index + 1).isMultiple(of: Self.batchSize) {
        try modelContext.save()
        progress(index + 1)
      }
    }
    try modelContext.save()
    progress(links.count)
    return report
  }

  private func insert(_ data: BookmarkData, status: BookmarkStatus, createdAt: Date?) {
    let bookmark = Bookmark(url: data.url, title: data.title, status: status)
    if let createdAt { bookmark.createdAt = createdAt }
    modelContext.insert(bookmark)
  }

  private func storedAddresses() throws -> Set<String> {
    var descriptor = FetchDescriptor<Bookmark>()
    descriptor.propertiesToFetch = [\.url]
    let stored = try modelContext.fetch(descriptor)
    return Set(stored.compactMap { $0.url.map(WebAddress.comparisonKey) })
  }
}
