import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// The migration options of a PostgreSQL store.
@Suite("Options of migrations in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct MigrationOptionTests {
  private let schema = "options_\(UUID().uuidString.prefix(8).lowercased())"
  private let connection: PostgresConnection
  private let address: String

  enum V1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    @Model final class Parcel {
      var name: String
      var weight: Int
      init(name: String, weight: Int) { (self.name, self.weight) = (name, weight) }
    }
  }

  enum V2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    @Model final class Parcel {
      #Index<Parcel>([\.name], [\.weight])
      var name: String
      var weight: Double
      init(name: String, weight: Double) { (self.name, self.weight) = (name, weight) }
    }
  }

  init() throws {
    address = try PostgresServer.shared.address()
    connection = try PostgresConnection(PostgresSettings(address))
    let container = try ModelContainer(
      for: Schema(versionedSchema: V1.self), migrationPlan: nil,
      configurations: [PostgresConfiguration(address, databaseSchema: schema)])
    let context = ModelContext(container)
    for number in 0..<10 { context.insert(V1.Parcel(name: "\(number % 3)", weight: number)) }
    try context.save()
    try connection.execute("SET search_path TO \(schema)")
  }

  private func open(
    concurrently: Bool = false, _ options: MigrationOptions = MigrationOptions()
  ) throws -> ModelContainer {
    var configuration = PostgresConfiguration(address, databaseSchema: schema)
    configuration.buildsIndexesConcurrently = concurrently
    return try ModelContainer(
      for: Schema(versionedSchema: V2.self), migrationPlan: nil, configurations: [configuration],
      migrationOptions: options)
  }

  /// The table's indexes without that of the key, and whether each is valid.
  private func indexes() throws -> [String: Bool] {
    let rows = try connection.rows(
      """
      SELECT c.relname::text, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
      WHERE i.indrelid = 'parcel'::regclass AND NOT i.indisprimary
      """)
    return Dictionary(
      rows.map { ($0[0].text ?? "", $0[1] == .bool(true)) }, uniquingKeysWith: { $1 })
  }

  private static let wanted = [
    "parcel_name_idx": true, "parcel_name_order_idx": true, "parcel_weight_idx": true,
  ]

  private func isPending() throws -> Bool {
    try !connection.rows("SELECT 1 FROM openswiftdata_store WHERE name = 'indexes'").isEmpty
  }

  /// The type of the column that the migration changes.
  private func weightType() throws -> String? {
    try connection.rows("SELECT pg_typeof(weight)::text FROM parcel LIMIT 1").first?.first?.text
  }

  /// An index that cannot be built takes the rest of the migration with it.
  @Test func indexesAreBuiltWithinTheTransaction() throws {
    try connection.execute("CREATE TABLE parcel_weight_idx ()")
    #expect(throws: SwiftDataError.self) { try open() }
    #expect(try weightType() == "bigint")
    #expect(try indexes().isEmpty)
    try connection.execute("DROP TABLE parcel_weight_idx")
    _ = try open()
    #expect(try weightType() == "double precision")
    #expect(try indexes() == Self.wanted)
    #expect(try !isPending())
  }

  /// If an index cannot be built, the migration is committed all the same.
  @Test func concurrentIndexesAreBuiltAfterTheTransaction() throws {
    try connection.execute("CREATE TABLE parcel_weight_idx ()")
    #expect(throws: SwiftDataError.self) { try open(concurrently: true) }
    #expect(try weightType() == "double precision")
    #expect(try indexes()["parcel_weight_idx"] == nil)
    #expect(try isPending())
    try connection.execute("DROP TABLE parcel_weight_idx")
    _ = try open(concurrently: true)
    #expect(try indexes() == Self.wanted)
    #expect(try !isPending())
  }

  @Test func unfinishedIndexesAreRebuilt() throws {
    _ = try open(concurrently: true)
    // The state that a killed program leaves while the server builds the first index.
    try connection.execute(
      """
      UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'parcel_name_idx'::regclass; \
      DROP INDEX parcel_weight_idx; INSERT INTO openswiftdata_store VALUES ('indexes', 'to be made')
      """)
    #expect(try indexes() == ["parcel_name_idx": false, "parcel_name_order_idx": true])
    _ = try open(concurrently: true)
    #expect(try indexes() == Self.wanted)
    #expect(try !isPending())
  }

  @Test func progressIsReported() throws {
    let seen = Mutex<[MigrationProgress]>([])
    _ = try open(MigrationOptions { progress in seen.withLock { $0.append(progress) } })
    let rows = seen.withLock { $0 }.map {
      "\($0.entity ?? "-") \($0.completedRows)/\($0.totalRows)"
    }
    #expect(rows == ["- 0/0", "Parcel 10/10"])
    // There is no migration to report.
    _ = try open(MigrationOptions { _ in Issue.record("It is migrated again.") })
  }

  @Test func handlerErrorsCancelTheMigration() throws {
    #expect(throws: CancellationError.self) {
      try open(MigrationOptions { if $0.completedRows > 0 { throw CancellationError() } })
    }
    #expect(try connection.rows("SELECT sum(weight)::bigint FROM parcel") == [[.integer(45)]])
    #expect(try indexes().isEmpty)
  }

  @Test func lockWaitsEndAtTheTimeout() throws {
    // Another transaction writes and stays open.
    try connection.execute("BEGIN; LOCK TABLE openswiftdata_store IN ROW EXCLUSIVE MODE")
    #expect(throws: SwiftDataError.storeIsLocked) {
      try open(MigrationOptions(lockTimeout: .milliseconds(100)))
    }
    try connection.execute("COMMIT")
    _ = try open()
  }

  @Test func backupsBesideAServerAreRefused() throws {
    let error = try #require(throws: SwiftDataError.self) {
      try open(MigrationOptions(backup: .beside))
    }
    #expect(error == .loadIssueModelContainer)
    #expect("\(error)".contains("pg_dump"))
  }

  @Test func savesThatWaitedForAMigrationAreRefused() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: V1.self), migrationPlan: nil,
      configurations: [PostgresConfiguration(address, databaseSchema: schema)])
    let (ready, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let failure = Mutex<SwiftDataError?>(nil)
    let hasSaved = Mutex(false)
    _ = try open(
      MigrationOptions { progress in
        guard progress.completedRows > 0 else { return }
        Thread.detachNewThread {
          let context = ModelContext(container)
          context.insert(V1.Parcel(name: "late", weight: 1))
          ready.signal()
          do {
            try context.save()
            hasSaved.withLock { $0 = true }
          } catch {
            failure.withLock { $0 = error as? SwiftDataError }
          }
          done.signal()
        }
        ready.wait()
        // The save waits for the migration, which continues.
        Thread.sleep(forTimeInterval: 0.3)
        #expect(failure.withLock { $0 } == nil)
        #expect(hasSaved.withLock { $0 } == false)
      })
    done.wait()
    #expect(failure.withLock { $0 } == .storeSchemaMismatch)
    #expect(hasSaved.withLock { $0 } == false)
  }

  @Test func reportsDescribeAMigrationBeforehand() throws {
    let configuration = PostgresConfiguration(address, databaseSchema: schema)
    let report = try Schema(versionedSchema: V2.self).migrationReport(for: configuration)
    #expect(report.obstacles.isEmpty)
    #expect(report.stages.count == 1)
    #expect(report.stages[0].tables.map(\.work) == [.rebuilt])
    #expect(report.stages[0].tables.map(\.rows) == [10])
    #expect(report.estimatedSize > 0)
    #expect(report.stages[0].statements.contains { $0.hasPrefix("INSERT INTO \"parcel\"") })
    // Later stages have no rows yet.
    let planned = try Plan.report(for: configuration)
    #expect(planned.stages.map(\.tables).map { $0.map(\.work) } == [[.rebuilt], [.extended]])
    #expect(try connection.rows("SELECT sum(weight)::bigint FROM parcel") == [[.integer(45)]])
    let missing = PostgresConfiguration(address, databaseSchema: "missing_\(schema)")
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try Schema(versionedSchema: V2.self).migrationReport(for: missing)
    }
  }

  enum V3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    @Model final class Parcel {
      @Attribute(originalName: "name") var title: String
      var weight: Double
      var isSent = false
      init(title: String, weight: Double) { (self.title, self.weight) = (title, weight) }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
    static var stages: [MigrationStage] { [] }
  }
}
