import DataSchema
import Locks
import RecordStore
import SQLCore
import SQLiteDriver
import SyncPort
import Testing

@testable import SyncReplication

@Suite("Statements of a sync")
struct StatementTests {
  /// How many statements a sync runs that finds nothing to do.
  private static func count(rows: Int) throws -> Int {
    let device = try SimulatedDevice(0, skew: 0, .plain)
    var changes = RecordChanges()
    let person = changes.insert("Person", ["name": .text("Ada")])
    for number in 0..<rows {
      changes.insert(
        "Note", ["title": .text("\(number)"), "count": .integer(0), "owner": .row(person)])
    }
    try device.save(changes)
    try device.replica.collect()
    // As if the server had taken all.
    _ = try device.engine.transaction { writer in
      try writer.connection.run("UPDATE \(Ledger.record) SET PENDING = 0, BASE = NULL, TAG = 'v1'")
    }
    try sync(device.replica)
    let count = Mutex(0)
    let observers = StatementObservers()
    _ = observers.add(wantsValues: false) { _ in count.withLock { $0 += 1 } }
    try device.engine.reading { connection in
      try #require(connection as? SQLiteConnection).reportStatements(to: [observers])
    }
    try sync(device.replica)
    try device.engine.reading { ($0 as? SQLiteConnection)?.reportStatements(to: []) }
    return count.withLock { $0 }
  }

  private static func sync(_ replica: Replica) throws {
    try replica.collect()
    let reading = try replica.nextReading()
    _ = try replica.accept(SyncPage(changes: [], cursor: "0.1", hasMore: false), of: reading)
    #expect(try replica.missingFiles().isEmpty)
    #expect(try replica.nextSendings(100).isEmpty)
    #expect(try replica.pendingCount() == 0)
    #expect(try replica.waitingCount() == 0)
  }

  @Test func areAsManyInLargeStoresWhereNothingHappened() throws {
    let few = try Self.count(rows: 1_000)
    let many = try Self.count(rows: 20_000)
    #expect(few > 0)
    #expect(few == many)
  }
}
