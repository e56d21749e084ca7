import CloudKitSync
import Foundation
import SyncPort
import SyncTesting
import Testing

@Suite("Cursors of CloudKit")
struct CloudKitCursorTests {
  @Test func cursorsExpire() async throws {
    let place = try await CloudKitTestPlace.withZone()
    let cursor = try await place.provider.changes(since: nil, limit: 10).cursor
    await place.server.expireSyncTokens()
    let thrown = await error(of: { _ = try await place.provider.changes(since: cursor, limit: 1) })
    #expect(thrown?.kind == .cursorExpired)
    _ = try await place.provider.changes(since: nil, limit: 10)
    await place.server.failRequests("EXPIRED", of: "changes/zone")
    let other = await error(of: { _ = try await place.provider.changes(since: cursor, limit: 1) })
    #expect(other?.kind == .cursorExpired)
  }

  @Test func cursorsExpireWithTheirZone() async throws {
    let place = try await CloudKitTestPlace.withZone()
    var record = SyncRecord(name: "a", kind: "K")
    record.tag = try await place.save(record)
    let cursor = try await place.provider.changes(since: nil, limit: 10).cursor
    await place.server.deleteZone(place.zone, of: place.user)
    let thrown = await error(of: { _ = try await place.provider.changes(since: cursor, limit: 1) })
    #expect(thrown?.kind == .cursorExpired)
    // The zone is created again, and no longer contains the version that the writer knew.
    #expect(try await place.provider.changes(since: nil, limit: 1).changes.isEmpty)
    #expect(try await place.provider.write([.save(record)]) == [.conflict(nil)])
  }

  @Test func cursorsContinuePageByPage() async throws {
    let place = try await CloudKitTestPlace.withZone()
    for number in 0..<5 {
      _ = try await place.save(SyncRecord(name: "r\(number)", kind: "K"))
    }
    let first = try await place.provider.changes(since: nil, limit: 3)
    #expect(first.changes.count == 3)
    #expect(first.hasMore)
    let second = try await place.provider.changes(since: first.cursor, limit: 3)
    #expect(second.changes.map(\.name) == ["r3", "r4"])
    #expect(!second.hasMore)
    // No more than CloudKit's page limit.
    _ = try await place.provider.changes(since: second.cursor, limit: 5_000)
  }

  @Test func publicDatabasesHaveNoCursors() async throws {
    let place = try await CloudKitTestPlace()
    let database = CloudKitDatabase(
      container: CloudKitFakeServer.container, environment: .development, scope: .public)
    let provider = place.accounts.provider(database: database)
    let thrown = await error(of: { _ = try await provider.changes(since: nil, limit: 1) })
    #expect(thrown?.kind == .invalid)
    let results = try await provider.write([.save(SyncRecord(name: "a", kind: "K"))])
    guard case .saved? = results.first else { throw SyncError(.badAnswer, "\(results)") }
  }
}
