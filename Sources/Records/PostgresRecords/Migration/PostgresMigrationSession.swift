import CoreDataFormat
import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore

extension PostgresConnection: MigrationConnection {}

/// The migration of one PostgreSQL store: a single transaction, which includes changes of tables.
final class PostgresMigrationSession: MigrationSession {
  private var store: PostgresSource
  var model: ModelDescription
  private(set) var hasCommitted = false

  init(_ store: PostgresSource) {
    self.store = store
    model = store.model
  }

  var source: any MigrationSource { store }
  var connection: any MigrationConnection { store.connection }
  /// Always nil: the server calls no functions of ours that could fail.
  var failure: (any Error)? { nil }

  private var options: PostgresStoreOptions { store.options }

  // The transaction.

  func begin(waiting limit: Duration) throws {
    guard options.sharding == nil else { throw options.shardedMigration }
    // Limits the wait to a range that the clock can represent.
    let deadline = ContinuousClock.now + min(max(limit, .zero), Self.longestWait)
    let connection = store.connection
    try connection.execute("BEGIN; SET LOCAL statement_timeout = 0")
    try connection.lookFirst(in: options.schema)
    // Only one process migrates at a time; those that come later find the store migrated.
    while try connection.rows(
      "SELECT pg_try_advisory_xact_lock(\(PostgresStoreOpening.lockNumber), hashtext($1))",
      [.text(options.schema)]) != [[.bool(true)]]
    {
      try wait(until: deadline)
    }
    try lockOutWriters(until: deadline)
    let rest = max(1, Int((deadline - .now) / .milliseconds(1)))
    try connection.execute("SET LOCAL lock_timeout = \(min(rest, Int(Int32.max)))")
    try store.reread()
    // Rows may have values of former cases until the last stage has finished.
    try PostgresCaseChecks(options, store.layout, connection).drop()
    try PostgresTextIndexes(options, connection).drop()
  }

  private static let longestWait = Duration.seconds(1_000_000)

  /// Waits briefly for other processes, until the deadline.
  private func wait(until deadline: ContinuousClock.Instant) throws {
    guard ContinuousClock.now < deadline else {
      throw SQLError(kind: .busy, code: 0, message: "another program is migrating the store")
    }
    try Task.checkCancellation()
    Thread.sleep(forTimeInterval: 0.05)
  }

  /// Waits for current writers, and blocks later ones until the commit; those then find the store
  /// changed.
  private func lockOutWriters(until deadline: ContinuousClock.Instant) throws {
    let connection = store.connection
    while true {
      do {
        // Short waits, so that a cancelled task stops soon.
        return try connection.savepoint {
          try connection.execute(
            """
            SET LOCAL lock_timeout = 1000; \
            LOCK TABLE \(options.name(of: .store)) IN EXCLUSIVE MODE
            """)
        }
      } catch let error as SQLError where error.kind == .lockTimeout {
        guard ContinuousClock.now < deadline else { throw error }
        try Task.checkCancellation()
      }
    }
  }

  func prepare(_ entities: [EntityDescription]) throws { try store.replaceEntities(entities) }

  func writeMetadata() throws {
    try PostgresCaseChecks(options, store.layout, store.connection).add()
    store.metadata.update(for: model)
    let opening = PostgresStoreOpening(options, store.layout, store.connection)
    try opening.write(
      PostgresStoreOpening.values(of: store.metadata)
        + (defersIndexes ? [("indexes", "to be made")] : []))
    try store.connection.notify(options.channel, "")
  }

  func commit() throws {
    try store.connection.execute("COMMIT")
    hasCommitted = true
  }

  func rollBack() {
    guard !hasCommitted, store.connection.isOpen, store.connection.isInTransaction else { return }
    // If this fails, the server has rolled back itself.
    try? store.connection.execute("ROLLBACK")
  }

  func reconnected() throws -> any MigrationSource {
    try store.reconnect()
    return store
  }

  // What the stages work on.

  /// Whether indexes are created after the migration; not behind a pooler, where no lock outlives a
  /// transaction, so that two processes could create them at once.
  private var defersIndexes: Bool {
    options.buildsIndexesConcurrently && !options.settings.hasTransactionPooler
  }

  func tableMap() throws -> TableMap { try PostgresLayout(model: model).tableMap }

  func evolution(to target: ModelDescription) throws -> StoreEvolution {
    try PostgresEvolution(
      from: PostgresLayout(model: model), to: PostgresLayout(model: target),
      defersIndexes: defersIndexes
    ).evolution
  }

  func tablesDidChange() throws { try store.connection.forgetStatements() }

  func makeStage(
    _ model: ModelDescription, _ tableMap: TableMap, allowsSave: Bool
  ) throws -> (store: any RowStore, connection: StageConnection) {
    let stage = StageConnection(store.connection)
    return (PostgresStore(store, tableMap, stage, allowsSave: allowsSave), stage)
  }
}
