import ExampleTestSupport
import Foundation
import ReadItLaterService
import Synchronization
import Testing
import WebServer

/// Tests the routes without a connection.
@Suite("Routes", .timeLimit(.minutes(20)))
struct ServiceTests {
  private func withService(
    _ store: ExampleStore, _ body: (BookmarkService) throws -> Void
  ) throws {
    try store.begin()
    try withTemporaryFolder { folder in
      let container = try ServiceStore.open(store.text(in: folder), environment: [:])
      let pool = WorkerPool(threadCount: 1, limit: 1)
      defer { pool.stop() }
      try body(BookmarkService(container, pool: pool))
    }
  }

  private func request(
    _ method: String, _ path: String, _ query: [String: String] = [:], _ body: String = ""
  ) -> WebRequest {
    var request = WebRequest(method, path)
    (request.query, request.body) = (FormValues(query), Data(body.utf8))
    request.headers.append("Content-Type", "application/json; charset=UTF-8")
    return request
  }

  private func decoded<Value: Decodable>(_ response: WebResponse) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Value.self, from: response.body)
  }

  private func add(
    _ url: String, _ title: String, to service: BookmarkService
  ) throws -> BookmarkDocument {
    let response = service.respond(
      to: request("POST", "/bookmarks", [:], #"{"url": "\#(url)", "title": "\#(title)"}"#))
    #expect(response.status == 201)
    return try decoded(response)
  }

  @Test(arguments: ExampleStore.allCases)
  func bookmarksAreAddedMovedFoundAndDeleted(_ store: ExampleStore) throws {
    try withService(store) { service in
      let first = try add("https://swift.org", "Swift", to: service)
      _ = try add("https://sqlite.org/x", "Database", to: service)
      #expect(first.status == "inbox")
      let known = service.respond(
        to: request("POST", "/bookmarks", [:], #"{"url": "https://swift.org"}"#))
      #expect(known.status == 409)
      #expect(try decoded(known) == first)
      let path = "/bookmarks/\(first.id)"
      let moved: BookmarkDocument = try decoded(
        service.respond(to: request("POST", "\(path)/archive")))
      #expect(moved.status == "archive")
      let kept: BookmarkDocument = try decoded(
        service.respond(to: request("POST", "\(path)/bookmark")))
      #expect(kept.status == "bookmark")
      let list: [BookmarkDocument] = try decoded(
        service.respond(to: request("GET", "/bookmarks", ["status": "bookmark"])))
      #expect(list.map(\.id) == [first.id])
      let found: [BookmarkDocument] = try decoded(
        service.respond(to: request("GET", "/search", ["q": "lite DATA"])))
      #expect(found.map(\.title) == ["Database"])
      #expect(service.respond(to: request("DELETE", path)).status == 200)
      #expect(service.respond(to: request("DELETE", path)).status == 404)
      let all: [BookmarkDocument] = try decoded(service.respond(to: request("GET", "/bookmarks")))
      #expect(all.map(\.title) == ["Database"])
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func invalidRequestsAreRefused(_ store: ExampleStore) throws {
    try withService(store) { service in
      for (request, status) in [
        (request("GET", "/"), 404), (request("PUT", "/bookmarks"), 405),
        (request("GET", "/bookmarks", ["status": "lost"]), 400),
        (request("POST", "/bookmarks"), 400),
        (request("POST", "/bookmarks", [:], #"{"url": "javascript:1"}"#), 422),
        (request("POST", "/bookmarks", [:], #"{"url": "http://a.org", "status": "x"}"#), 400),
        (request("POST", "/bookmarks/\(UUID())/archive"), 404),
        (request("POST", "/bookmarks/\(UUID())/lost"), 404),
        (request("POST", "/bookmarks/\(UUID())"), 405),
        (request("DELETE", "/bookmarks/none"), 404), (request("GET", "/search"), 400),
        (request("GET", "/search", ["q": " \u{3000}"]), 400),
        (request("GET", "/search", ["q": String(repeating: "a", count: 257)]), 400),
        (request("GET", "/search", ["q": String(repeating: "a ", count: 17)]), 400),
        (request("GET", "/search", ["q": "a", "limit": "-1"]), 400),
        (request("GET", "/bookmarks", ["limit": "501"]), 400),
        (request("GET", "/bookmarks", ["limit": "x"]), 400),
        (request("GET", "/bookmarks", ["offset": "99999999999999999999"]), 400),
        (request("POST", "/bookmarks", [:], #"{"url": "http://a.org", "title": "a\u0000"}"#), 400),
        (request("POST", "/bookmarks", [:], #"{"url": [[1]]}"#), 400),
        (request("POST", "/bookmarks", [:], String(repeating: "[", count: 60_000)), 400),
      ] {
        let response = service.respond(to: request)
        #expect(response.status == status, "\(request)")
        let reason: [String: String] = try decoded(response)
        #expect(reason["error"]?.isEmpty == false)
        #expect(reason["message"]?.isEmpty == false)
        #expect(reason["where"]?.isEmpty == false, "\(reason)")
      }
      for number in 0..<50 { _ = try add("https://a.org/\(number)", "", to: service) }
      let full = service.respond(
        to: request("POST", "/bookmarks", [:], #"{"url": "https://a.org/50"}"#))
      let reason: [String: String] = try decoded(full)
      #expect(full.status == 409)
      #expect(reason["error"] == "inbox-full")
    }
  }

  /// Tests both ways of searching: with an index, and with the database and the service together.
  @Test(arguments: ExampleStore.allCases)
  func listsAndSearchesArePaged(_ store: ExampleStore) throws {
    try withService(store) { service in
      let added = try (0..<25).map {
        try add("https://a.org/\($0)", $0 % 2 == 0 ? "Even page" : "Odd page", to: service)
      }
      for (path, query, expected) in [
        ("/bookmarks", [:], added),
        ("/search", ["q": "page even"], added.filter { $0.title == "Even page" }),
        ("/search", ["q": "org/1 PAGE"], added.filter { $0.url.hasPrefix("https://a.org/1") }),
      ] {
        for limit in [1, 5, 12, 13, 25, 100] {
          var found: [BookmarkDocument] = []
          var next: WebRequest? = request("GET", path, query)
          next?.query["limit"] = "\(limit)"
          var pageCount = 0
          while let page = next {
            let response = service.respond(to: page)
            let documents: [BookmarkDocument] = try decoded(response)
            #expect(documents.count <= limit)
            found += documents
            pageCount += 1
            let link = response.headers.first { $0.name == "Link" }?.value
            next = try link.map {
              try WebRequest("GET", target: String($0.dropFirst().prefix { $0 != ">" }))
            }
          }
          #expect(Set(found.map(\.id)) == Set(expected.map(\.id)), "\(query) \(limit)")
          #expect(found.count == expected.count)
          #expect(pageCount == (found.count + limit - 1) / limit)
        }
      }
    }
  }

  /// Tests that no more of many simultaneous requests to fill the inbox succeed than it has room
  /// for.
  @Test(arguments: ExampleStore.allCases)
  func simultaneousRequestsDoNotOverfillTheInbox(_ store: ExampleStore) throws {
    try withService(store) { service in
      let kept = (0..<20).map { number -> String in
        let body = #"{"url": "https://kept.org/\#(number)", "status": "archive"}"#
        let response = service.respond(to: request("POST", "/bookmarks", [:], body))
        return (try? decoded(response) as BookmarkDocument)?.id.uuidString ?? ""
      }
      DispatchQueue.concurrentPerform(iterations: 100) { number in
        let body = #"{"url": "https://race.org/\#(number)"}"#
        _ = service.respond(to: request("POST", "/bookmarks", [:], body))
        guard number % 5 == 0 else { return }
        _ = service.respond(to: request("POST", "/bookmarks/\(kept[number / 5])/inbox"))
      }
      let inbox: [BookmarkDocument] = try decoded(
        service.respond(to: request("GET", "/bookmarks", ["status": "inbox", "limit": "500"])))
      #expect(inbox.count == 50)
    }
  }

  /// Tests that services which share a store keep its limits together.
  @Test(arguments: ExampleStore.allCases)
  func severalServicesDoNotOverfillTheInbox(_ store: ExampleStore) throws {
    try store.begin()
    try withTemporaryFolder { folder in
      let text = try store.text(in: folder)
      let pool = WorkerPool(threadCount: 1, limit: 1)
      defer { pool.stop() }
      let services = try (0..<3).map { _ in
        BookmarkService(try ServiceStore.open(text, environment: [:]), pool: pool)
      }
      let statuses = Mutex<[Int]>([])
      DispatchQueue.concurrentPerform(iterations: 90) { number in
        // Each address is sent to two services; only one of them may add it.
        let body = #"{"url": "https://race.org/\#(number / 2)", "status": "archive"}"#
        let first = services[number % 3].respond(to: request("POST", "/bookmarks", [:], body))
        let inbox = #"{"url": "https://inbox.org/\#(number)"}"#
        let second = services[number % 3].respond(to: request("POST", "/bookmarks", [:], inbox))
        statuses.withLock { $0 += [first.status, second.status] }
      }
      let counts = Dictionary(grouping: statuses.withLock(\.self), by: \.self).mapValues(\.count)
      #expect(counts == [201: 45 + 50, 409: 45 + 40])
      let all: [BookmarkDocument] = try decoded(
        services[0].respond(to: request("GET", "/bookmarks", ["limit": "500"])))
      #expect(all.filter { $0.status == "inbox" }.count == 50)
      #expect(Set(all.map(\.url)).count == 95)
    }
  }

  @Test func healthAndMetricsAreReported() throws {
    try withService(.file) { service in
      let health: [String: String] = try decoded(service.respond(to: request("GET", "/health")))
      #expect(health == ["status": "ok"])
      _ = try add("https://swift.org", "Swift", to: service)
      _ = service.respond(to: request("GET", "/nowhere"))
      let metrics = service.respond(to: request("GET", "/metrics"))
      let text = String(decoding: metrics.body, as: UTF8.self)
      #expect(metrics.contentType.hasPrefix("text/plain; version=0.0.4"))
      for line in [
        "readitlater_requests_total{route=\"add\",status=\"201\"} 1",
        "readitlater_requests_total{route=\"other\",status=\"404\"} 1",
        "readitlater_request_duration_seconds_count 3", "readitlater_workers_busy 0",
      ] {
        #expect(text.contains("\(line)\n"), "\(text)")
      }
    }
  }
}
