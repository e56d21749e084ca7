import ExampleTestSupport
import Foundation
import ReadItLaterCore
import ReadItLaterService
import SwiftData
import Synchronization
import Testing
import WebServer

/// Tests that an address is stored once, whatever its spelling and the number of simultaneous
/// requests.
@Suite("Addresses")
struct AddressTests {
  private func withService(
    _ store: ExampleStore, workers: Int = 1,
    _ body: (BookmarkService, ModelContainer) throws -> Void
  ) throws {
    try store.begin()
    try withTemporaryFolder { folder in
      let container = try ServiceStore.open(store.text(in: folder), environment: [:])
      let pool = WorkerPool(threadCount: workers, limit: workers)
      defer { pool.stop() }
      try body(BookmarkService(container, pool: pool), container)
    }
  }

  private static func add(_ url: String, to service: BookmarkService) -> WebResponse {
    var request = WebRequest("POST", "/bookmarks")
    request.headers.append("Content-Type", "application/json")
    request.body = Data(#"{"url": "\#(url)", "status": "archive"}"#.utf8)
    return service.respond(to: request)
  }

  private static let spellings = [
    [
      "https://Example.com", "https://example.com/", "https://example.com:443/",
      "HTTPS://EXAMPLE.COM", " https://example.com ",
    ],
    ["https://example.com/日本", "https://example.com/%E6%97%A5%E6%9C%AC"],
    ["http://例え.jp/a", "http://例え.jp:80/a"],
    ["http://example.com?a=1", "http://Example.com/?a=1"],
    ["http://example.com#a", "http://Example.com:80/#a"],
    ["http://example.com/%41", "http://EXAMPLE.com/%41"],
  ]

  @Test(arguments: ExampleStore.allCases)
  func addressIsStoredOnceHoweverItIsSpelled(_ store: ExampleStore) throws {
    try withService(store) { service, container in
      for spellings in Self.spellings {
        let first = Self.add(spellings[0], to: service)
        #expect(first.status == 201, "\(spellings[0])")
        for other in spellings.dropFirst() {
          let known = Self.add(other, to: service)
          #expect(known.status == 409, "\(other)")
          #expect(known.body == first.body, "\(other)")
        }
      }
      for other in ["https://example.com:8443/", "http://example.com/", "https://example.com/a"] {
        #expect(Self.add(other, to: service).status == 201, "\(other)")
      }
      let count = try ModelContext(container).fetchCount(FetchDescriptor<Bookmark>())
      #expect(count == Self.spellings.count + 3)
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func addressThatEightClientsAddAtOnceIsStoredOnce(_ store: ExampleStore) throws {
    let rounds = 20
    try withService(store, workers: 8) { service, container in
      let added = Mutex(0)
      for round in 0..<rounds {
        let spellings = ["https://example.com/\(round)", "HTTPS://Example.com:443/\(round)"]
        DispatchQueue.concurrentPerform(iterations: 8) { number in
          let status = Self.add(spellings[number % 2], to: service).status
          if status == 201 { added.withLock { $0 += 1 } }
        }
      }
      #expect(added.withLock { $0 } == rounds)
      let count = try ModelContext(container).fetchCount(FetchDescriptor<Bookmark>())
      #expect(count == rounds)
    }
  }

  /// Tests that only rows that may have the address are read.
  @Test func otherAddressesAreNotRead() throws {
    try withService(.file) { _, container in
      let context = ModelContext(container)
      for number in 0..<100 {
        context.insert(Bookmark(url: "https://example.com/page/\(number)/end"))
      }
      try context.save()
      let rows = Mutex(0)
      let observation = container.observeStatements { event in
        rows.withLock { $0 += event.rows }
      }
      defer { observation.cancel() }
      let address = try WebAddress("https://EXAMPLE.com/page/77/end")
      #expect(try ModelContext(container).bookmark(at: address) != nil)
      #expect(rows.withLock { $0 } <= 2)
    }
  }
}
