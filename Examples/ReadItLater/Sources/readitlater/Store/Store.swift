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

  /// Bookmarks whose title and address fulfil a search, newest first.
  func bookmarks(matching search: String) throws -> [Bookmark] {
    guard hasTextIndexes else { return try bookmarks(containing: search) }
    return try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<Bookmark> { $0.matchesText(search) }, sortBy: Self.newestFirst))
  }

  /// Whether the container's store has indexes of texts, which only files have.
  private var hasTextIndexes: Bool { !container.configurations.isEmpty }

  /// Bookmarks whose titles or addresses contain all words of a search, newest first.
  private func bookmarks(containing search: String) throws -> [Bookmark] {
    let words = search.split(whereSeparator: \.isWhitespace).map(String.init)
    return try context.fetch(FetchDescriptor<Bookmark>(sortBy: Self.newestFirst)).filter {
      let texts = [$0.title, $0.url].compactMap(\.self)
      return words.allSatisfy { word in
        texts.contains { $0.localizedStandardContains(word) }
      }
    }
  }

  /// The bookmark whose address is equal to another, spelling aside.
  func bookmark(at address: WebAddress) throws -> Bookmark? {
    try context.bookmark(at: address)
  }

  /// The one bookmark that a text names: by its title, its address, or its identifier.
  /// - Throws: `CommandFailure` where there is none, or more than one.
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

extension Bookmark {
  /// What the bookmark is called in messages.
  var displayName: String {
    (title.flatMap { $0.isEmpty ? nil : $0 } ?? url ?? "").printable
  }
}
