import Foundation
import ReadItLaterCore
import SwiftData

/// Answers requests on bookmarks by way of the app's repository.
///
/// Each request has a context of its own, on the thread that answers it; calls wait for the database, so that thread is
/// none of Swift's tasks.
package final class BookmarkService: Sendable {
  private let container: ModelContainer
  private let pool: WorkerPool
  private let metrics = Metrics()
  /// Of requests that add spellings of one address at once, each sees what the one before stored.
  private let addresses = KeyedLock()
  /// Whether the store has indexes of texts, which only files have.
  private let hasTextIndexes: Bool

  private static let listLimit = 10_000

  /// - Parameters:
  ///   - container: The store.
  ///   - pool: What answers, for the metrics.
  package init(_ container: ModelContainer, pool: WorkerPool) {
    (self.container, self.pool) = (container, pool)
    hasTextIndexes = !container.configurations.isEmpty
  }

  /// Answers a request; waits for the database.
  package func respond(to request: HTTPRequest) -> HTTPResponse {
    let start = ContinuousClock.now
    let route = Route(request)
    let response: HTTPResponse
    do {
      response = try perform(route, request)
    } catch {
      response = Self.failure(error)
    }
    metrics.note(route.name, response.status, start.duration(to: .now))
    return response
  }

  private static func failure(_ error: any Error) -> HTTPResponse {
    let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    switch error {
    case SwiftDataError.storeIsLocked: return .failure(503, "busy", text)
    case is SwiftDataError: return .failure(500, "store", text)
    case let error as Bookmark.CreationError:
      return .failure(422, "invalid-address", error.errorDescription ?? text)
    case is DecodingError: return .failure(400, "invalid-json", "The body is not what is wanted.")
    default: return .failure(500, "failed", text)
    }
  }

  private func perform(_ route: Route, _ request: HTTPRequest) throws -> HTTPResponse {
    switch route {
    case .list: try list(request)
    case .add: try add(request)
    case .move(let id, let status): try move(id, to: status)
    case .delete(let id): try delete(id)
    case .search: try search(request)
    case .health: try health()
    case .metrics: metricsPage()
    case .otherMethod: .failure(405, "wrong-method", "The path has no \(request.method).")
    case .unknown: .failure(404, "not-found", "There is nothing at \(request.path).")
    }
  }
}

// The routes.

extension BookmarkService {
  private func list(_ request: HTTPRequest) throws -> HTTPResponse {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Bookmark>(
      sortBy: [SortDescriptor(\.createdAt, order: .reverse), SortDescriptor(\.id)])
    if let text = request.query["status"] {
      guard let status = BookmarkStatus(rawValue: text)?.rawValue else {
        return .failure(400, "invalid-status", "“\(text)” is no status.")
      }
      descriptor.predicate = #Predicate { $0.statusRawValue == status }
    }
    descriptor.fetchLimit = min(
      request.query["limit"].flatMap(Int.init) ?? Self.listLimit, Self.listLimit)
    return .json(200, try context.fetch(descriptor).map(BookmarkDocument.init))
  }

  private func add(_ request: HTTPRequest) throws -> HTTPResponse {
    let new = try JSONDecoder().decode(NewBookmark.self, from: request.body)
    var data = try Bookmark.create(from: new.url, title: new.title).get()
    if let text = new.status {
      guard let status = BookmarkStatus(rawValue: text) else {
        return .failure(400, "invalid-status", "“\(text)” is no status.")
      }
      data = BookmarkData(url: data.url, title: data.title, status: status)
    }
    let address = try WebAddress(data.url)
    return try addresses.withLock(WebAddress.comparisonKey(address.text)) {
      try add(data, at: address)
    }
  }

  private func add(_ data: BookmarkData, at address: WebAddress) throws -> HTTPResponse {
    let context = ModelContext(container)
    let repository = BookmarkRepository(modelContext: context)
    if let known = try context.bookmark(at: address) { return .json(409, BookmarkDocument(known)) }
    guard data.status != .inbox || repository.canAddToInbox() else { return Self.inboxIsFull }
    repository.add(data)
    try context.save()
    guard let added = try context.bookmark(at: address) else {
      return .failure(500, "store", "The bookmark was saved, and is not there.")
    }
    return .json(201, BookmarkDocument(added))
  }

  private static var inboxIsFull: HTTPResponse {
    .failure(
      409, "inbox-full",
      "The inbox holds \(InboxConfiguration.maxItems). Archive or keep some first.")
  }

  private func bookmark(_ id: UUID, _ context: ModelContext) throws -> Bookmark? {
    try context.fetch(FetchDescriptor<Bookmark>(predicate: #Predicate { $0.id == id })).first
  }

  private static func missing(_ id: UUID) -> HTTPResponse {
    .failure(404, "not-found", "There is no bookmark \(id.uuidString.lowercased()).")
  }

  private func move(_ id: UUID, to status: BookmarkStatus) throws -> HTTPResponse {
    let context = ModelContext(container)
    let repository = BookmarkRepository(modelContext: context)
    guard let bookmark = try bookmark(id, context) else { return Self.missing(id) }
    guard status != .inbox || bookmark.status == .inbox || repository.canAddToInbox() else {
      return Self.inboxIsFull
    }
    repository.updateStatus(bookmark, to: status)
    try context.save()
    return .json(200, BookmarkDocument(bookmark))
  }

  private func delete(_ id: UUID) throws -> HTTPResponse {
    let context = ModelContext(container)
    guard let bookmark = try bookmark(id, context) else { return Self.missing(id) }
    let document = BookmarkDocument(bookmark)
    BookmarkRepository(modelContext: context).delete(bookmark)
    try context.save()
    return .json(200, document)
  }

  private func search(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let text = request.query["q"], !text.isEmpty else {
      return .failure(400, "no-query", "Say what to search for: /search?q=TEXT")
    }
    let context = ModelContext(container)
    let order = [
      SortDescriptor(\Bookmark.createdAt, order: .reverse), SortDescriptor(\Bookmark.id),
    ]
    guard !hasTextIndexes else {
      let found = try context.fetch(
        FetchDescriptor(predicate: #Predicate<Bookmark> { $0.matchesText(text) }, sortBy: order))
      return .json(200, found.map(BookmarkDocument.init))
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let found = try context.fetch(FetchDescriptor<Bookmark>(sortBy: order)).filter { bookmark in
      words.allSatisfy { word in
        [bookmark.title, bookmark.url].compactMap(\.self).contains {
          $0.localizedStandardContains(word)
        }
      }
    }
    return .json(200, found.map(BookmarkDocument.init))
  }

  private func health() throws -> HTTPResponse {
    var descriptor = FetchDescriptor<Bookmark>()
    descriptor.fetchLimit = 1
    do {
      _ = try ModelContext(container).fetchIdentifiers(descriptor)
      return .json(200, ["status": "ok"])
    } catch {
      return .json(503, ["status": "the store cannot be read"])
    }
  }

  private func metricsPage() -> HTTPResponse {
    let load = pool.load
    let text = metrics.text([
      ("readitlater_workers_busy", "Threads that answer a request.", load.working),
      ("readitlater_requests_waiting", "Requests that wait for a thread.", load.waiting),
    ])
    return HTTPResponse(200, "text/plain; version=0.0.4; charset=utf-8", Data(text.utf8))
  }
}
