import DataSync
import Foundation
import OpenSwiftData
import Testing

/// A fetch ends even if the server always reports that there is more.
@Suite("Servers that lead nowhere", .timeLimit(.minutes(20)))
struct EndlessServerTests {
  /// The error of a sync with a server that returns these pages; nil if the sync succeeded.
  private func failure(
    _ page: @escaping @Sendable (String?) async throws -> SyncPage
  ) async throws -> SyncError? {
    let server = MemoryServer()
    let inner = MemoryProvider(server)
    let container = try SyncedStores.make()
    let context = ModelContext(container)
    context.insert(SyncedPerson(name: "Ada"))
    try context.save()
    do {
      try await SyncEngine(container, LeadingProvider(inner: inner, page: page)).syncNow()
    } catch let error as SyncError {
      // Local data stays, and a later sync with a repaired server sends it.
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<SyncedPerson>()) == 1)
      try await SyncEngine(container, inner).syncNow()
      // A record that the former server listed and this one lacks is sent again.
      #expect(await server.records.values.count { $0.kind == "SyncedPerson" } == 1)
      return error
    }
    return nil
  }

  /// A record of an entity that this version does not know.
  private static func change(_ number: Int) -> SyncChange {
    .saved(SyncRecord(name: "r\(number)", kind: "Unknown", tag: "\(number)"))
  }

  @Test(arguments: [false, true])
  func aCursorThatLeadsToItselfEndsTheSync(_ tells: Bool) async throws {
    let thrown = try await failure { cursor in
      SyncPage(changes: tells ? [Self.change(1)] : [], cursor: cursor ?? "first", hasMore: true)
    }
    #expect(thrown?.kind == .badAnswer)
    #expect(thrown?.isTransient == true)
  }

  @Test func aCircleOfCursorsEndsTheSync() async throws {
    let thrown = try await failure { cursor in
      let number = cursor.flatMap { Int($0) } ?? 0
      return SyncPage(changes: [], cursor: "\((number + 1) % 5)", hasMore: true)
    }
    #expect(thrown?.kind == .badAnswer)
  }

  /// The cursors differ, but the pages repeat the same records forever.
  @Test func repeatedRecordsUnderNewCursorsEndTheSync() async throws {
    let pages = PageCount()
    let thrown = try await failure { cursor in
      guard await pages.next() < 5_000 else { throw SyncError(.offline, "Nobody ended it.") }
      let number = cursor.flatMap { Int($0) } ?? 0
      return SyncPage(changes: [Self.change(1)], cursor: "\(number + 1)", hasMore: true)
    }
    #expect(thrown?.kind == .badAnswer)
  }

  private actor PageCount {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  @Test func cursorsThatExpireAtOnceEndTheSync() async throws {
    let thrown = try await failure { cursor in
      guard cursor == nil else { throw SyncError(.cursorExpired, "Forgotten.") }
      return SyncPage(changes: [], cursor: UUID().uuidString, hasMore: true)
    }
    #expect(thrown?.kind == .cursorExpired)
  }

  @Test func manyEmptyPagesAreReadToTheEnd() async throws {
    let thrown = try await failure { cursor in
      let number = cursor.flatMap { Int($0) } ?? 0
      return SyncPage(changes: [], cursor: "\(number + 1)", hasMore: number < 2_000)
    }
    #expect(thrown == nil)
  }
}
