import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// The amount of history that a PostgreSQL store keeps.
@Suite("History that a PostgreSQL keeps", .enabled(if: PostgresServer.isInstalled), .serialized)
struct HistoryRetentionTests {
  @Model
  final class Drop {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private let schema = "kept_\(UUID().uuidString.prefix(8).lowercased())"
  private let server: PostgresServer
  private let connection: PostgresConnection

  // Open transactions anywhere on the server affect the history, so these tests use a separate
  // server.
  private static let server = Result {
    try PostgresServer(["autovacuum=off", "max_connections=50"])
  }

  init() throws {
    server = try Self.server.get()
    connection = try PostgresConnection(PostgresSettings(server.address()))
  }

  private func save(
    _ count: Int, _ retention: ModelConfiguration.HistoryRetention? = nil
  ) throws -> ModelContext {
    var configuration = PostgresConfiguration(server.address(), databaseSchema: schema)
    if let retention { configuration.historyRetention = retention }
    let context = ModelContext(
      try ModelContainer(for: Drop.self, configurations: configuration))
    for number in 0..<count {
      context.insert(Drop(number))
      try context.save()
    }
    return context
  }

  /// The number of transactions, and of their changes and other changes.
  private func counts() throws -> [Int64] {
    let row = try connection.rows(
      """
      SELECT (SELECT COUNT(*) FROM \(schema).openswiftdata_transaction), \
      (SELECT COUNT(*) FROM \(schema).openswiftdata_change)
      """)[0]
    return row.map { value in
      guard case .integer(let count) = value else { return -1 }
      return count
    }
  }

  @Test func allHistoryIsKeptByDefault() throws {
    _ = try save(70)
    _ = try save(1)
    #expect(try counts() == [71, 71])
    #expect(PostgresConfiguration("postgres://a").historyRetention == .all)
  }

  @Test func onlyTheNewestTransactionsAreKept() throws {
    let context = try save(1, .all)
    // Other transactions on the server may have started earlier.
    let deadline = ContinuousClock.now + .seconds(60)
    var token: DefaultHistoryToken?
    while token == nil, ContinuousClock.now < deadline {
      token = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).first?.token
    }
    let first = try #require(token)
    let later = try save(70, .newest(10))
    // Pruned with the 65th save.
    #expect(try counts() == [15, 15])
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try later.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > first }))
    }
    _ = try save(1, .newest(0))
    #expect(try counts() == [1, 1])
    #expect(try later.fetchCount(FetchDescriptor<Drop>()) == 72)
  }

  @Test func oldTransactionsAreDeleted() throws {
    _ = try save(34, .noOlder(than: .seconds(3600)))
    #expect(try counts() == [34, 34])
    try connection.execute(
      """
      UPDATE \(schema).openswiftdata_transaction SET moment = moment - interval '2 hours' \
      WHERE number IN (SELECT number FROM \(schema).openswiftdata_transaction ORDER BY number LIMIT 30)
      """)
    _ = try save(1, .noOlder(than: .seconds(3600)))
    #expect(try counts() == [5, 5])
    _ = try save(1, .noOlder(than: .zero))
    #expect(try counts() == [1, 1])
  }

  /// Accumulated history is deleted in steps, except for transactions that others may still wait
  /// for.
  @Test func oldHistoryIsDeletedInSteps() throws {
    _ = try save(300, .all)
    try connection.execute("BEGIN; SELECT pg_current_xact_id()")
    _ = try save(3, .newest(4))
    #expect(try counts() == [303 - 256, 303 - 256])
    _ = try save(1, .newest(1))
    // The transactions after the open one.
    #expect(try counts() == [4, 4])
    try connection.execute("COMMIT")
    _ = try save(1, .newest(1))
    #expect(try counts() == [1, 1])
  }
}
