import DataSync
import Foundation
import KintoSync
import OpenSwiftData
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@Model final class SyncedPrice {
  var name: String
  var price: Decimal
  init(name: String, price: Decimal) { (self.name, self.price) = (name, price) }
}

/// An unreadable record does not prevent syncing the others.
@Suite("Records that cannot be read")
struct SetAsideTests {
  /// A collection, and records in it that other programs wrote.
  private struct Place {
    let kinto: KintoPlace
    let collection = KintoPlace.newCollection()

    init() async throws { kinto = try await KintoPlace(.memory) }

    var provider: KintoProvider { kinto.provider(collection, uncertainty: 0) }

    private func send(
      _ method: String, _ path: String, _ body: Data?
    ) async throws -> HTTPResponse {
      let sign = "Basic " + Data("\(kinto.user):\(kinto.password)".utf8).base64EncodedString()
      let records = "v1/buckets/default/collections/\(collection)/records"
      return try await URLSessionTransport().send(
        HTTPRequest(
          method, kinto.server.appendingPathComponent(records + path),
          headers: ["authorization": sign, "content-type": "application/json"], body: body))
    }

    /// Overwrites a note, with a title that is given in JSON.
    func put(_ name: String, title: String) async throws {
      let body = """
        {"data": {"kind": "SyncedNote", "marks": "", \
        "fields": {"title": \(title), "count": 0}}}
        """
      let response = try await send("PUT", "/\(name)", Data(body.utf8))
      try #require(response.status < 300, "\(response.status)")
    }

    /// The title of a note, as JSON.
    func title(_ name: String) async throws -> String {
      String(decoding: try await send("GET", "/\(name)", nil).body, as: UTF8.self)
    }
  }

  private func titles(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(
      FetchDescriptor<SyncedNote>(sortBy: [SortDescriptor(\.title)])
    ).map(\.title)
  }

  private func add(_ title: String, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(SyncedNote(title: title))
    try context.save()
  }

  private static let strange = #"{"of tomorrow": "later"}"#

  @Test func otherRecordsSyncBesideAnUnreadableOne() async throws {
    let place = try await Place()
    let containers = [try SyncedStores.make(), try SyncedStores.make()]
    let engines = try containers.map { try SyncEngine($0, place.provider) }
    try add("a", containers[0])
    try await engines[0].syncNow()
    try await place.put("rlater", title: Self.strange)
    try add("b", containers[0])
    let events = engines[0].events
    for engine in engines + [engines[0]] { #expect(try await engine.syncNow().setAside == 1) }
    for container in containers { #expect(try titles(container) == ["a", "b"]) }
    // The event reports which record it is, and why.
    for await event in events {
      guard case .setAside(let record) = event else { continue }
      #expect(record.name == "rlater")
      #expect(record.kind == "SyncedNote")
      #expect(record.reason.property == "title")
      #expect(record.reason.kind == .badAnswer)
      break
    }
    #expect(try await engines[1].recordsSetAside().map(\.name) == ["rlater"])
    // The record is applied once it can be read.
    try await place.put("rlater", title: #""now""#)
    for engine in engines { #expect(try await engine.syncNow().setAside == 0) }
    for container in containers { #expect(try titles(container) == ["a", "b", "now"]) }
    #expect(try await engines[0].recordsSetAside().isEmpty)
  }

  /// Neither a change nor a deletion overwrites an unreadable version.
  @Test(arguments: [false, true])
  func unreadableRecordsAreNotOverwritten(_ deletes: Bool) async throws {
    let place = try await Place()
    let container = try SyncedStores.make()
    let engine = try SyncEngine(container, place.provider)
    try await place.put("rnote", title: #""first""#)
    try await engine.syncNow()
    try await place.put("rnote", title: Self.strange)
    try await engine.syncNow()
    #expect(try titles(container) == ["first"])
    let context = ModelContext(container)
    for note in try context.fetch(FetchDescriptor<SyncedNote>()) {
      if deletes { context.delete(note) } else { note.title = "mine" }
    }
    try context.save()
    for _ in 0..<2 { _ = try await engine.syncNow() }
    #expect(try await place.title("rnote").contains("of tomorrow"))
    // Both sides changed it, and the local value has a later time.
    try await place.put("rnote", title: #""theirs""#)
    for _ in 0..<2 { _ = try await engine.syncNow() }
    #expect(try titles(container) == [deletes ? "theirs" : "mine"])
  }

  /// A newer version reads a record that the former version set aside, although the server does not
  /// list it again.
  @Test func recordsSetAsideAreReadByANewerVersion() async throws {
    let server = MemoryServer()
    let memory = MemoryProvider(server)
    let container = try SyncedStores.make()
    _ = try await memory.write([
      .save(SyncRecord(name: "rone", kind: "SyncedNote", fields: ["title": .text("one")]))
    ])
    let former = LeadingProvider(inner: memory) { cursor in
      var page = try await memory.changes(since: cursor, limit: 10)
      page.changes = page.changes.map { change in
        guard change.name == "rone" else { return change }
        let reason = SyncError(.badAnswer, "It is of tomorrow.", record: "rone")
        return .unreadable(SyncUnreadable(name: "rone", reason: reason))
      }
      return page
    }
    #expect(try await SyncEngine(container, former).syncNow().setAside == 1)
    #expect(try titles(container) == [])
    #expect(try await SyncEngine(container, memory).syncNow().setAside == 0)
    #expect(try titles(container) == ["one"])
  }

  @Test func decimalsThatAreNotNumbersAreSynced() async throws {
    let prices: [Decimal] = [
      .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
      Decimal(sign: .plus, exponent: -128, significand: 1),
      Decimal(sign: .minus, exponent: 127, significand: 1),
    ]
    let place = try await Place()
    let stores = try (0..<2).map { _ in
      try ModelContainer(
        for: SyncedPrice.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    let context = ModelContext(stores[0])
    for (number, price) in prices.enumerated() {
      context.insert(SyncedPrice(name: "\(number)", price: price))
    }
    try context.save()
    for _ in 0..<2 {
      for store in stores { try await SyncEngine(store, place.provider).syncNow() }
    }
    let read = try ModelContext(stores[1]).fetch(
      FetchDescriptor<SyncedPrice>(sortBy: [SortDescriptor(\.name)])
    ).map(\.price)
    #expect(read.map(\.description) == prices.map(\.description))
  }
}
