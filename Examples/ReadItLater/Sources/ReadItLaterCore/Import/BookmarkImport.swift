import Foundation
import SwiftData

/// Imports links read from a file into a store.
package struct BookmarkImport {
  /// The results of an import.
  package struct Report: Equatable, Codable, Sendable {
    package var added = 0
    /// The number of added links by the name of their status.
    package var addedByStatus: [String: Int] = [:]
    /// Properties of added links that bookmarks do not have, such as `tags`, with the number of
    /// links.
    package var notStored: [String: Int] = [:]
    /// Links whose address was already in the store or occurred earlier in the file.
    package var duplicates = 0
    /// Links that were omitted because the inbox was full.
    package var leftOut = 0
    /// Links whose address is not a web address.
    package var invalid: [Invalid] = []

    package init() {}
  }

  /// A link that cannot be stored, with the reason.
  package struct Invalid: Equatable, Codable, Sendable {
    package var line: Int
    package var url: String
    package var reason: String
  }

  /// The number of links to add in a transaction.
  ///
  /// If the import is interrupted, complete batches are kept. Importing the same file again adds
  /// the rest, because stored links are skipped.
  private static let batchSize = 10_000
  /// The number of links after which progress is reported.
  private static let step = 1_000

  private let modelContext: ModelContext
  private let repository: BookmarkRepository

  package init(modelContext: ModelContext) {
    self.modelContext = modelContext
    self.repository = BookmarkRepository(modelContext: modelContext)
  }

  /// Adds links in order, as long as their destination has room, and saves.
  ///
  /// Each batch reads the stored addresses in its transaction, so that no other program adds one of
  /// them, or fills the inbox, in between.
  ///
  /// - Parameters:
  ///   - links: The links of the file.
  ///   - status: The status of new bookmarks; nil for the status in the file, or the inbox. Only
  ///     the inbox is limited.
  ///   - progress: Called from time to time with the number of links processed.
  /// - Returns: The results.
  /// - Throws: Errors of fetches and saves.
  package func add(
    _ links: [ImportedBookmark], to status: BookmarkStatus?, progress: (Int) -> Void = { _ in }
  ) throws -> Report {
    var report = Report()
    for start in stride(from: 0, to: links.count, by: Self.batchSize) {
      let batch = start..<min(start + Self.batchSize, links.count)
      let earlier = report
      // The transaction may run several times.
      report = try modelContext.transaction(.serializable) {
        try add(links, batch, to: status, after: earlier, progress)
      }
    }
    progress(links.count)
    return report
  }

  private func add(
    _ links: [ImportedBookmark], _ batch: Range<Int>, to status: BookmarkStatus?,
    after earlier: Report, _ progress: (Int) -> Void
  ) throws -> Report {
    var report = earlier
    var known = try storedAddresses()
    var capacity = max(0, InboxConfiguration.maxItems - (try repository.count(.inbox)))
    for index in batch {
      let link = links[index]
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
        report.noteAdded(link, status)
        if status == .inbox { capacity -= 1 }
      }
      if (index + 1).isMultiple(of: Self.step) { progress(index + 1) }
    }
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

extension BookmarkImport.Report {
  fileprivate mutating func noteAdded(_ link: ImportedBookmark, _ status: BookmarkStatus) {
    added += 1
    addedByStatus[status.rawValue, default: 0] += 1
    for part in link.notStored { notStored[part, default: 0] += 1 }
    if let folder = link.folder, BookmarkStatus(folder: folder) == nil {
      notStored["folders", default: 0] += 1
    }
  }
}
