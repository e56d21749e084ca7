import ExampleSupport
import Foundation
import ReadItLaterCore
import SwiftData

/// An open store and the questions that commands ask of it.
struct Store {
  let container: ModelContainer
  let context: ModelContext
  let repository: BookmarkRepository

  init(container: ModelContainer) {
    self.container = container
    context = ModelContext(container)
    repository = BookmarkRepository(modelContext: context)
  }

  /// Bookmarks of one status, newest first.
  func bookmarks(_ status: BookmarkStatus) throws -> [Bookmark] {
    let value = status.rawValue
    return try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Bookmark> { $0.statusRawValue == value }, sortBy: Self.newestFirst))
  }

  /// Bookmarks whose title or address contains a text, as a person would compare, newest first.
  func bookmarks(containing text: String) throws -> [Bookmark] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Bookmark> {
          $0.title?.localizedStandardContains(text) == true
            || $0.url?.localizedStandardContains(text) == true
        },
        sortBy: Self.newestFirst))
  }

  /// The bookmark whose address is equal to another, spelling aside.
  func bookmark(at address: WebAddress) throws -> Bookmark? {
    let key = WebAddress.comparisonKey(address.text)
    var descriptor = FetchDescriptor<Bookmark>()
    descriptor.propertiesToFetch = [\.url]
    return try context.fetch(descriptor).first {
      $0.url.map(WebAddress.comparisonKey) == key
    }
  }

  /// The one bookmark whose identifier begins with a text.
  /// - Throws: `CommandFailure` where there is none, or more than one.
  func bookmark(identifiedBy prefix: String) throws -> Bookmark {
    let prefix = prefix.lowercased()
    let matches = try allIdentified().filter { $0.id.uuidString.lowercased().hasPrefix(prefix) }
    guard let match = matches.first else {
      throw CommandFailure(
        "No bookmark has an ID that begins with “\(prefix)”. IDs stand first in: "
          + "readitlater list \(BookmarkStatus.choices)")
    }
    guard matches.count == 1 else {
      let ids = matches.prefix(5).map { $0.id.uuidString.lowercased() }.joined(separator: "\n  ")
      throw CommandFailure(
        "\(matches.count) bookmarks have IDs that begin with “\(prefix)”; "
          + "give more of the one you mean:\n  \(ids)")
    }
    return match
  }

  /// The shortest texts that name each bookmark.
  func shortIdentifiers() throws -> ShortIdentifiers {
    ShortIdentifiers(try allIdentified().map(\.id))
  }

  private func allIdentified() throws -> [Bookmark] {
    var descriptor = FetchDescriptor<Bookmark>()
    descriptor.propertiesToFetch = [\.id]
    return try context.fetch(descriptor)
  }

  private static var newestFirst: [SortDescriptor<Bookmark>] {
    [SortDescriptor(\.createdAt, order: .reverse), SortDescriptor(\.url)]
  }
}
