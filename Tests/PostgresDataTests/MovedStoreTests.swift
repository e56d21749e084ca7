import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Stores that were moved to another server, which has its own transaction numbers.
@Suite(
  "Stores that were moved to another PostgreSQL", .enabled(if: PostgresServer.isInstalled),
  .serialized)
struct MovedStoreTests {
  @Model
  final class Crate {
    #Unique<Crate>([\.label])
    var label: String
    init(_ label: String) { self.label = label }
  }

  private let schema = "moved_\(UUID().uuidString.prefix(8).lowercased())"
  private let (first, second): (PostgresServer, PostgresServer)

  // Open transactions anywhere on the server affect the history, so these tests use separate
  // servers.
  private static let servers = Result {
    try (PostgresServer(["autovacuum=off"]), PostgresServer(["autovacuum=off"]))
  }

  init() throws { (first, second) = try Self.servers.get() }

  private func configuration(
    _ server: PostgresServer, allowsSave: Bool = true
  ) -> PostgresConfiguration {
    var configuration = PostgresConfiguration(server.address(), databaseSchema: schema)
    configuration.allowsSave = allowsSave
    return configuration
  }

  private func context(_ configuration: PostgresConfiguration) throws -> ModelContext {
    ModelContext(try ModelContainer(for: Crate.self, configurations: configuration))
  }

  private func connect(_ server: PostgresServer) throws -> PostgresConnection {
    let connection = try PostgresConnection(PostgresSettings(server.address()))
    try connection.execute("SET search_path TO \(schema)")
    return connection
  }

  private func save(_ labels: ClosedRange<Int>, _ context: ModelContext) throws {
    for label in labels {
      context.insert(Crate("\(label)"))
      try context.save()
    }
  }

  /// The number of transactions in the history after a token, and the last token.
  private func history(
    _ context: ModelContext, after token: DefaultHistoryToken? = nil
  ) throws -> (count: Int, last: DefaultHistoryToken?) {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    let transactions = try context.fetchHistory(descriptor)
    #expect(transactions.allSatisfy { $0.changes.count == 1 })
    #expect(Set(transactions.map(\.transactionIdentifier)).count == transactions.count)
    return (transactions.count, transactions.last?.token)
  }

  /// Uses up transaction numbers of a server.
  private func spend(_ count: Int, _ server: PostgresServer) throws {
    try connect(server).execute(
      """
      DO $$ BEGIN FOR number IN 1..\(count) LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$
      """)
  }

  /// The history still has earlier saves, and a consumer that read up to them receives new ones.
  @Test func historyContinuesOnAnotherServer() throws {
    try spend(20_000, first)
    let before = try context(configuration(first))
    try save(1...5, before)
    let (count, token) = try history(before)
    #expect(count == 5)
    // Transaction numbers of other programs, which a consumer that looks for the last one also
    // passed.
    try spend(2_000, first)
    try first.dump(schema, to: second)

    let after = try context(configuration(second))
    #expect(try after.fetchCount(FetchDescriptor<Crate>()) == 5)
    let known = try history(after)
    #expect(known.count == 5)
    #expect(known.last == token)
    try save(6...8, after)
    #expect(try history(after, after: token).count == 3)
    #expect(try history(after).count == 8)

    // And back again, where the same transaction numbers occur again.
    try connect(first).execute("DROP SCHEMA \(schema) CASCADE")
    let last = try history(after).last
    try second.dump(schema, to: first)
    let back = try context(configuration(first))
    try save(9...12, back)
    #expect(try history(back, after: last).count == 4)
    #expect(try history(back, after: token).count == 7)
    #expect(try history(back).count == 12)
  }
}

// Renamed schemas, read-only users, and servers that provide less information.

extension MovedStoreTests {
  /// A schema may be renamed, next to a copy of it.
  @Test func renamedSchemasContinueTheirHistory() throws {
    let before = try context(configuration(first))
    try save(1...3, before)
    let token = try history(before).last
    try first.dump(schema, to: second)
    try connect(second).execute("ALTER SCHEMA \(schema) RENAME TO \(schema)_old")
    try first.dump(schema, to: second)
    var other = configuration(second)
    other.databaseSchema = "\(schema)_old"
    for configuration in [other, configuration(second)] {
      let after = try context(configuration)
      try save(4...5, after)
      #expect(try after.fetchCount(FetchDescriptor<Crate>()) == 5)
      #expect(try history(after, after: token).count == 2)
      #expect(try history(after).count == 5)
    }
  }

  /// Logical replication copies rows to another server, but leaves sequences at their start values.
  @Test func keysContinueAfterReplication() throws {
    let before = try context(configuration(first))
    for number in 1...40 { before.insert(Crate("\(number)")) }
    try before.save()
    let token = try #require(
      try before.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
    try first.dump(schema, to: second)
    let connection = try connect(second)
    for row in try connection.rows(
      "SELECT sequencename::text FROM pg_sequences WHERE schemaname = $1", [.text(schema)])
    {
      try connection.execute("ALTER SEQUENCE \(row[0].text ?? "") RESTART")
    }
    let after = try context(configuration(second))
    try save(41...43, after)
    #expect(try after.fetchCount(FetchDescriptor<Crate>()) == 43)
    #expect(try history(after, after: token).count == 3)
  }

  /// Of many programs that open the moved store at once, one rebases the numbers, and all use the
  /// same base.
  @Test func concurrentOpensRebaseTheHistoryOnce() throws {
    let before = try context(configuration(first))
    try save(1...2, before)
    let token = try history(before).last
    try first.dump(schema, to: second)
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      do {
        let label = 10 * (number + 1)
        try save(label...label + 4, context(configuration(second)))
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(
      try connect(second).rows("SELECT value FROM openswiftdata_store WHERE name = 'history_base'")
        == [[.text("\(2 << 40)")]])
    let after = try context(configuration(second))
    #expect(try history(after, after: token).count == 30)
    #expect(try history(after).count == 32)
  }

  /// A read-only user sees the whole history, before and after another user writes.
  @Test func readersSeeTheWholeHistory() throws {
    try spend(5_000, first)
    let before = try context(configuration(first))
    try save(1...3, before)
    let token = try history(before).last
    try first.dump(schema, to: second)
    let reader = try context(configuration(second, allowsSave: false))
    #expect(try history(reader).count == 3)
    #expect(try history(reader, after: token).count == 0)
    try save(4...5, context(configuration(second)))
    #expect(try history(reader, after: token).count == 2)
    #expect(try history(reader).count == 5)
  }

  /// A user with only read rights need not open the store read-only.
  ///
  /// A user with fewer rights reads what is granted.
  @Test(arguments: [true, false]) func readOnlyUsersReadMovedStores(mayReadHistory: Bool) throws {
    let before = try context(configuration(first))
    try save(1...3, before)
    try first.dump(schema, to: second)
    let connection = try connect(second)
    try connection.execute(
      """
      CREATE ROLE looker LOGIN; GRANT USAGE ON SCHEMA \(schema) TO looker; \
      GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO looker
      """)
    if !mayReadHistory {
      try connection.execute("REVOKE SELECT ON openswiftdata_transaction FROM looker")
    }
    defer { try? connection.execute("DROP SCHEMA \(schema) CASCADE; DROP ROLE looker") }
    var configuration = configuration(second)
    configuration.address = configuration.address.replacing("tester", with: "looker")
    let looker = try context(configuration)
    #expect(try looker.fetchCount(FetchDescriptor<Crate>()) == 3)
    looker.insert(Crate("4"))
    #expect(throws: SwiftDataError.storeIsReadOnly) { try looker.save() }
    looker.rollback()
    guard mayReadHistory else { return }
    let (count, token) = try history(looker)
    #expect(count == 3)
    try save(4...4, context(self.configuration(second)))
    #expect(try history(looker, after: token).count == 1)
  }

  /// A user with rights to rows but not to all sequences has its saves in the history as well.
  @Test func rowRightsSufficeForMovedStores() throws {
    let before = try context(configuration(first))
    try save(1...3, before)
    let token = try history(before).last
    try first.dump(schema, to: second)
    let connection = try connect(second)
    try connection.execute(
      """
      CREATE ROLE packer LOGIN; GRANT USAGE ON SCHEMA \(schema) TO packer; \
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO packer; \
      GRANT USAGE, UPDATE ON SEQUENCE crate_row_id_seq TO packer
      """)
    defer { try? connection.execute("DROP SCHEMA \(schema) CASCADE; DROP ROLE packer") }
    var configuration = configuration(second)
    configuration.address = configuration.address.replacing("tester", with: "packer")
    let packer = try context(configuration)
    try save(4...6, packer)
    #expect(try history(packer).count == 6)
    #expect(try history(packer, after: token).count == 3)
    #expect(
      try connection.rows("SELECT value FROM openswiftdata_store WHERE name = 'history_base'")
        == [[.text("\(2 << 40)")]])
  }

  /// A server that was promoted or restored is detected as soon as it is connected.
  @Test func historyContinuesOnAnotherTimeline() throws {
    let old = try context(configuration(second))
    try save(1...2, old)
    let token = try history(old).last
    // The former server's state: a consumer has read saves that are now lost.
    let connection = try connect(second)
    try connection.execute(
      "UPDATE openswiftdata_store SET value = '1.00000001' WHERE name = 'history_server'")
    let new = try context(configuration(second))
    #expect(
      try connection.rows("SELECT value FROM openswiftdata_store WHERE name = 'history_base'")
        == [[.text("\(2 << 40)")]])
    // Both existing and new connections continue.
    try save(3...4, old)
    try save(5...6, new)
    try save(7...7, old)
    #expect(try history(new, after: token).count == 5)
    #expect(try history(old).count == 7)
    // The history is rebased only once.
    _ = try context(configuration(second))
    #expect(
      try connection.rows("SELECT value FROM openswiftdata_store WHERE name = 'history_base'")
        == [[.text("\(2 << 40)")]])
  }

  /// A user who may not query the server's identity detects another server by its transaction
  /// numbers.
  @Test func historyContinuesOnUnidentifiedServers() throws {
    let connection = try connect(second)
    let revoked = "FUNCTION pg_control_system() FROM PUBLIC"
    try connection.execute("REVOKE EXECUTE ON \(revoked); CREATE ROLE mover LOGIN")
    defer {
      try? connection.execute(
        """
        GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC; \
        DROP SCHEMA \(schema) CASCADE; DROP ROLE mover
        """)
    }
    try connection.execute("CREATE SCHEMA \(schema) AUTHORIZATION mover")
    var configuration = configuration(second)
    configuration.address = configuration.address.replacing("tester", with: "mover")
    let before = try context(configuration)
    try save(1...2, before)
    try connection.execute(
      """
      UPDATE openswiftdata_transaction SET number = number + 100000; \
      UPDATE openswiftdata_change SET transaction = transaction + 100000
      """)
    let after = try context(configuration)
    let (count, token) = try history(after)
    #expect(count == 2)
    try save(3...3, after)
    #expect(try history(after).count == 3)
    #expect(try history(after, after: token).count == 1)
  }
}
