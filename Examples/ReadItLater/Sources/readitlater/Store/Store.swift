import ExampleSupport
import Foundation
import ReadItLaterCore
import SwiftData

/// An open store, with the queries that commands need.
struct Store {
  let container: ModelContainer
  let context: ModelContext
  let repository: BookmarkRepository

  init(container: ModelContainer) {
    self.container = container
    context = ModelContext(container)
    repository = BookmarkRepository(modelContext: context)
  }

  /// The bookmarks whose title and address match a search, newest first.
  func bookmarks(matching search: String) throws -> [Bookmark] {
    guard hasTextIndexes else { return try bookmarks(containing: search) }
    return try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Bookmark> { $0.matchesText(search) }, sortBy: Self.newestFirst))
  }

  /// Whether the container's store has text indexes, which only files have.
  private var hasTextIndexes: Bool { !container.configurations.isEmpty }

  /// The bookmarks whose title or address contains all words of a search, newest first.
  private func bookmarks(containing search: String) throws -> [Bookmark] {
    let words = search.split(whereSeparator: \.isWhitespace).map(String.init)
    return try context.fetch(FetchDescriptor<Bookmark>(sortBy: Self.newestFirst)).filter {
      let texts = [$0.title, $0.url].compactMap(\.self)
      return words.allSatisfy { word in
        texts.contains { $0.localizedStandardContains(word) }
      }
    }
  }

  /// The bookmark with an address in any spelling.
  func bookmark(at address: WebAddress) throws -> Bookmark? {
    try context.bookmark(at: address)
  }

  /// Finds a bookmark by its title, address or identifier.
  ///
  /// - Throws: `CommandFailure` if no bookmark matches, or more than one.
  func bookmark(named text: String) throws -> Bookmark {
    if let address = try? WebAddress(text), let match = try bookmark(at: address) { return match }
    var descriptor = FetchDescriptor<Bookmark>()
    descriptor.propertiesToFetch = [\.id, \.title, \.url]
    return try NamedItems(
      "bookmark", listedBy: "readitlater list \(BookmarkStatus.choices)",
      try context.fetch(descriptor), id: \.id.uuidString,
      names: { [$0.title, $0.url].compactMap(\.self).filter { !$0.isEmpty } }
    ).item(named: text)
  }

  /// Warns about an inbox that is almost full, after a bookmark was added to it.
  func warnAboutInbox(on terminal: Terminal) {
    let count = repository.countByStatus(.inbox)
    guard InboxConfiguration.warns(at: count) else { return }
    terminal.warn(
      "The inbox holds \(count) of \(InboxConfiguration.maxItems) bookmarks. Move some with: "
        + "readitlater move BOOKMARK bookmark|archive")
  }

  /// The bookmarks' identifiers, shortened as far as they stay unambiguous.
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

extension Bookmark {
  /// The name of the bookmark in messages.
  var displayName: String {
    (title.flatMap { $0.isEmpty ? nil : $0 } ?? url ?? "").printable
  }
}
