import ExampleSupport
import Foundation
import ReadItLaterCore
import SwiftData
import WebServer

/// Answers requests about bookmarks with the app's repository.
///
/// Each request uses its own context on the thread that answers it. Calls block on the database, so
/// the threads do not belong to Swift's task executor.
package final class BookmarkService: Sendable {
  private let container: ModelContainer
  private let pool: WorkerPool
  private let metrics = Metrics()
  /// Whether the store has text indexes, which only files have.
  private let hasTextIndexes: Bool

  private static let example = #"{"url": "https://…", "title": "…"}"#
  /// The limits of a search: its characters, and its words.
  private static let questionLimit = 256
  private static let wordLimit = 16

  /// - Parameters:
  ///   - container: The store.
  ///   - pool: The threads that answer requests, for the metrics.
  package init(_ container: ModelContainer, pool: WorkerPool) {
    (self.container, self.pool) = (container, pool)
    hasTextIndexes = !container.configurations.isEmpty
  }

  /// The routes of the service.
  ///
  /// - Parameter checks: What every request must fulfil.
  /// - Returns: The routes.
  package func routes(checks: [any RequestCheck] = []) -> RouteTable {
    let isJSON = [ContentTypeCheck("application/json")]
    return RouteTable(
      [
        WebRoute("GET", "/bookmarks", name: "list", respond: list),
        WebRoute("POST", "/bookmarks", name: "add", checks: isJSON, respond: add),
        WebRoute("DELETE", "/bookmarks/:id", name: "delete", checks: isJSON, respond: delete),
        WebRoute("POST", "/bookmarks/:id/:status", name: "move", checks: isJSON, respond: move),
        WebRoute("GET", "/search", name: "search", respond: search),
        WebRoute("GET", "/health", name: "health") { _ in try self.health() },
        WebRoute("GET", "/metrics", name: "metrics") { _ in self.metricsPage() },
      ], checks: checks,
      note: { [metrics] route, response, duration in
        metrics.note(route?.name ?? "other", response.status, duration)
      }, refuse: { error, _ in Self.refusal(error).response })
  }

  private static func refusal(_ error: any Error) -> WebRefusal {
    let text = error.sentence
    switch error {
    case let error as WebRefusal: return error
    case SwiftDataError.storeIsLocked: return WebRefusal(503, "busy", text)
    case is SwiftDataError: return WebRefusal(500, "store", text)
    case let error as Bookmark.CreationError:
      let advice = [text, error.recoverySuggestion].compactMap(\.self).joined(separator: " ")
      return WebRefusal(422, "invalid-address", at: "body url", advice)
    case let error as DecodingError: return WebRefusal(error, example: example)
    default: return WebRefusal(500, "failed", text)
    }
  }
}

// The routes.

extension BookmarkService {
  private static let newestFirst = [
    SortDescriptor(\Bookmark.createdAt, order: .reverse), SortDescriptor(\Bookmark.id),
  ]

  private func list(_ request: WebRequest) throws -> WebResponse {
    let page = try PageRequest(request)
    var descriptor = FetchDescriptor<Bookmark>(sortBy: Self.newestFirst)
    if let text = request.query["status"] {
      let status = try Self.status(text, at: "query status").rawValue
      descriptor.predicate = #Predicate { $0.statusRawValue == status }
    }
    return try fetch(page, of: descriptor, request)
  }

  /// Fetches one bookmark more than the page needs, to find out whether there is another page.
  private func fetch(
    _ page: PageRequest, of descriptor: FetchDescriptor<Bookmark>, _ request: WebRequest
  ) throws -> WebResponse {
    var descriptor = descriptor
    (descriptor.fetchOffset, descriptor.fetchLimit) = (page.offset, page.limit + 1)
    return Self.response(try ModelContext(container).fetch(descriptor), page, request)
  }

  private static func response(
    _ bookmarks: [Bookmark], _ page: PageRequest, _ request: WebRequest
  ) -> WebResponse {
    var response = WebResponse.json(200, bookmarks.prefix(page.limit).map(BookmarkDocument.init))
    if bookmarks.count > page.limit { response.headers.append(page.link(from: request)) }
    return response
  }

  private static func status(_ text: String, at place: String) throws -> BookmarkStatus {
    guard let status = BookmarkStatus(rawValue: text) else {
      throw WebRefusal(
        400, "invalid-status", at: place,
        "Unknown status “\(text)”. Use inbox, bookmark or archive.")
    }
    return status
  }

  private func add(_ request: WebRequest) throws -> WebResponse {
    let new = try JSONDecoder().decode(NewBookmark.self, from: request.body)
    // PostgreSQL cannot store NUL, and C programs end the text there.
    for (name, text) in [("url", new.url), ("title", new.title ?? "")] where text.utf8.contains(0) {
      throw WebRefusal.controlCharacter(at: "body \(name)")
    }
    var data = try Bookmark.create(from: new.url, title: new.title).get()
    if let text = new.status {
      let status = try Self.status(text, at: "body status")
      data = BookmarkData(url: data.url, title: data.title, status: status)
    }
    let address = try WebAddress(data.url)
    let context = ModelContext(container)
    // The address is looked up and the inbox counted in the transaction that adds the bookmark, so
    // that no other request or program can add another one in between.
    return try context.transaction(.serializable) {
      if let known = try context.bookmark(at: address) {
        return .json(409, BookmarkDocument(known))
      }
      if data.status == .inbox { try Self.requirePlaceInInbox(context) }
      BookmarkRepository(modelContext: context).add(data)
      guard let added = try context.bookmark(at: address) else {
        throw WebRefusal(500, "store", "The bookmark was added, but was not found afterwards.")
      }
      return .json(201, BookmarkDocument(added))
    }
  }

  private static func requirePlaceInInbox(_ context: ModelContext) throws {
    let status = BookmarkStatus.inbox.rawValue
    let count = try context.fetchCount(
      FetchDescriptor<Bookmark>(predicate: #Predicate { $0.statusRawValue == status }))
    guard count < InboxConfiguration.maxItems else {
      throw WebRefusal(
        409, "inbox-full",
        "The inbox has room for \(InboxConfiguration.maxItems) bookmarks. Move some of them first.")
    }
  }

  /// The bookmark that the path of a request names.
  private func bookmark(of request: WebRequest, _ context: ModelContext) throws -> Bookmark {
    guard let id = UUID(uuidString: request["id"]) else { throw Self.nothing(at: request) }
    let found = try context.fetch(
      FetchDescriptor<Bookmark>(predicate: #Predicate { $0.id == id }))
    guard let bookmark = found.first else {
      throw WebRefusal(
        404, "not-found", at: "path", "There is no bookmark \(id.uuidString.lowercased()).")
    }
    return bookmark
  }

  private static func nothing(at request: WebRequest) -> WebRefusal {
    WebRefusal(404, "not-found", at: "path", "There is nothing at \(request.path).")
  }

  private func move(_ request: WebRequest) throws -> WebResponse {
    guard let status = BookmarkStatus(rawValue: request["status"]) else {
      throw Self.nothing(at: request)
    }
    let context = ModelContext(container)
    return try context.transaction(.serializable) {
      let bookmark = try bookmark(of: request, context)
      if status == .inbox, bookmark.status != .inbox { try Self.requirePlaceInInbox(context) }
      BookmarkRepository(modelContext: context).updateStatus(bookmark, to: status)
      return .json(200, BookmarkDocument(bookmark))
    }
  }

  private func delete(_ request: WebRequest) throws -> WebResponse {
    let context = ModelContext(container)
    let bookmark = try bookmark(of: request, context)
    let document = BookmarkDocument(bookmark)
    BookmarkRepository(modelContext: context).delete(bookmark)
    try context.save()
    return .json(200, document)
  }

  private func search(_ request: WebRequest) throws -> WebResponse {
    let page = try PageRequest(request)
    let text = request.query["q"] ?? ""
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let longest = words.max(by: { $0.count < $1.count }) else {
      throw WebRefusal(
        400, "no-query", at: "query q", "Specify what to search for: /search?q=TEXT")
    }
    guard text.count <= Self.questionLimit, words.count <= Self.wordLimit else {
      throw WebRefusal(
        400, "query-too-long", at: "query q",
        "The text has more than \(Self.questionLimit) characters or \(Self.wordLimit) words. Use a shorter text."
      )
    }
    guard !hasTextIndexes else {
      let found = FetchDescriptor(
        predicate: #Predicate<Bookmark> { $0.matchesText(text) }, sortBy: Self.newestFirst)
      return try fetch(page, of: found, request)
    }
    return Self.response(try bookmarks(with: words, longest, page), page, request)
  }

  /// The bookmarks of a page, and one more.
  ///
  /// The database finds those with one word. The other words are searched for in batches of the
  /// result, so that memory does not grow with the store.
  private func bookmarks(
    with words: [String], _ word: String, _ page: PageRequest
  ) throws -> [Bookmark] {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Bookmark>(
      predicate: #Predicate {
        $0.title?.localizedStandardContains(word) == true
          || $0.url?.localizedStandardContains(word) == true
      }, sortBy: Self.newestFirst)
    var found: [Bookmark] = []
    let partSize = 500
    var (skipped, position) = (0, 0)
    while found.count <= page.limit {
      (descriptor.fetchOffset, descriptor.fetchLimit) = (position, partSize)
      let part = try context.fetch(descriptor)
      for bookmark in part where found.count <= page.limit && Self.contains(bookmark, words) {
        if skipped < page.offset { skipped += 1 } else { found.append(bookmark) }
      }
      guard part.count == partSize else { break }
      position += partSize
    }
    return found
  }

  private static func contains(_ bookmark: Bookmark, _ words: [String]) -> Bool {
    let texts = [bookmark.title, bookmark.url].compactMap(\.self)
    return words.allSatisfy { word in
      texts.contains { $0.localizedStandardContains(word) }
    }
  }

  private func health() throws -> WebResponse {
    var descriptor = FetchDescriptor<Bookmark>()
    descriptor.fetchLimit = 1
    do {
      _ = try ModelContext(container).fetchIdentifiers(descriptor)
      return .json(200, ["status": "ok"])
    } catch {
      return .json(503, ["status": "the store cannot be read"])
    }
  }

  private func metricsPage() -> WebResponse {
    let load = pool.load
    let text = metrics.text([
      ("readitlater_workers_busy", "Threads that answer a request.", load.working),
      ("readitlater_requests_waiting", "Requests that wait for a thread.", load.waiting),
    ])
    return WebResponse(200, "text/plain; version=0.0.4; charset=utf-8", Data(text.utf8))
  }
}
