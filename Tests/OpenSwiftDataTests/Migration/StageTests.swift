import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// What the closures of a stage can access, and how their errors are reported.
@Suite("Migration stages")
struct StageTests {
  private let store: StoreFixture
  private let log = SightingLog()

  init() throws { store = try StoreFixture() }

  /// A plan whose closures the test provides.
  enum Plan: SchemaMigrationPlan {
    /// A struct: optimized code of Swift 6.3.1 crashes if a task-local value is a closure.
    struct Closures: Sendable {
      var willMigrate: (@Sendable (ModelContext) throws -> Void)?
      var didMigrate: (@Sendable (ModelContext) throws -> Void)?
    }
    @TaskLocal static var closures = Closures()

    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: TripsV1.self, toVersion: TripsV2.self,
          willMigrate: { try closures.willMigrate?($0) },
          didMigrate: { try closures.didMigrate?($0) })
      ]
    }
  }

  @discardableResult
  private func migrate(
    _ options: MigrationOptions = MigrationOptions(),
    willMigrate: (@Sendable (ModelContext) throws -> Void)? = nil,
    didMigrate: (@Sendable (ModelContext) throws -> Void)? = nil
  ) throws -> ModelContext {
    try Plan.$closures.withValue(.init(willMigrate: willMigrate, didMigrate: didMigrate)) {
      try store.open(Schema(versionedSchema: TripsV2.self), Plan.self, options)
    }
  }

  /// Checks that a migration fails and leaves the file unchanged; returns its error.
  private func failing(
    _ options: MigrationOptions = MigrationOptions(),
    willMigrate: (@Sendable (ModelContext) throws -> Void)? = nil,
    didMigrate: (@Sendable (ModelContext) throws -> Void)? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws -> (any Error)? {
    let contents = try store.contents()
    let error = #expect(throws: (any Error).self, sourceLocation: location) {
      try migrate(options, willMigrate: willMigrate, didMigrate: didMigrate)
    }
    #expect(try store.contents() == contents, sourceLocation: location)
    #expect(try store.open(TripsV1.self).fetchCount(FetchDescriptor<TripsV1.Trip>()) > 0)
    return error
  }

  @Test(arguments: ["willMigrate", "didMigrate"])
  func errorsOfClosuresArePassedOn(_ name: String) throws {
    try store.makeTrips("Alps", "Coast")
    let error =
      if name == "willMigrate" {
        try failing(willMigrate: { context in
          for trip in try context.fetch(FetchDescriptor<TripsV1.Trip>()) { context.delete(trip) }
          try context.save()
          throw TestFailure(number: 7)
        })
      } else {
        try failing(didMigrate: { context in
          for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) { trip.rating = 1 }
          try context.save()
          throw TestFailure(number: 7)
        })
      }
    let failure = try #require(error as? SwiftDataError)
    #expect(failure == .loadIssueModelContainer)
    #expect(failure.underlyingError as? TestFailure == TestFailure(number: 7))
    for part in [name, "1.0.0", "2.0.0", store.url.path] { #expect("\(failure)".contains(part)) }
  }

  /// A full disk may make SQLite roll back the transaction, even if the closure ignores the error.
  @Test func aStageEndsWithItsTransaction() throws {
    try store.makeTrips("Alps", "Coast")
    let error = try failing(willMigrate: { context in
      let migration = try #require(context.migration)
      guard case .integer(let pages) = try migration.rows("PRAGMA page_count")[0][0] else { return }
      try migration.execute("PRAGMA max_page_count = \(pages + 1)")
      for _ in 0..<50 {
        context.insert(TripsV1.Trip(name: String(repeating: "long ", count: 1_000)))
      }
      #expect(throws: SwiftDataError.self) { try context.save() }
      context.rollback()
    })
    #expect(error as? SwiftDataError == .loadIssueModelContainer)
  }

  @Test func errorsNameTheirEntity() throws {
    try store.makeTrips("Alps")
    let error = try failing(didMigrate: { context in
      _ = try context.fetch(FetchDescriptor<TripsV1.Trip>())
    })
    #expect((error as? SwiftDataError)?.underlyingError as? SwiftDataError == .unknownSchema)
    let other = try failing(didMigrate: { context in
      try context.enumerate(FetchDescriptor<TripsV2.Trip>()) { $0.rating = 4 }
    })
    #expect("\(other.map { "\($0)" } ?? "")".contains("(Trip, "))
  }

  @Test func obstaclesAreListedWithAdvice() throws {
    try store.makeTrips("Alps", "Alps")
    let error = try failing()
    #expect(error as? SwiftDataError == .loadIssueModelContainer)
    let text = "\(error.map { "\($0)" } ?? "")"
    for part in ["Trip.name becomes unique", "willMigrate", "insert("] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func unsavedChangesOfClosuresAreSaved() throws {
    try store.makeTrips("Alps", "Coast")
    let context = try migrate(
      willMigrate: { context in
        for trip in try context.fetch(FetchDescriptor<TripsV1.Trip>()) { trip.name += "!" }
      },
      didMigrate: { $0.insert(TripsV2.Trip(name: "Lake")) })
    let names = try context.fetch(FetchDescriptor<TripsV2.Trip>()).map(\.name)
    #expect(Set(names) == ["Alps!", "Coast!", "Lake"])
  }

  @Test func onlyFailedSavesAreUndone() throws {
    try store.makeTrips("Alps", "Coast")
    let context = try migrate(didMigrate: { context in
      let trips = try context.fetch(FetchDescriptor<TripsV2.Trip>())
      trips[0].rating = 1
      try context.save()
      let more = ModelContext(context.container)
      more.insert(TripsV2.Trip(name: "Lake"))
      more.insert(TripsV3.Stop(title: "of another version"))
      #expect(throws: SwiftDataError.unknownSchema) { try more.save() }
      trips[1].rating = 2
    })
    let ratings = try context.fetch(FetchDescriptor<TripsV2.Trip>()).map(\.rating)
    #expect(Set(ratings).isSuperset(of: [1, 2]))
  }

  @Test func contextsOfAStageShareTheStore() throws {
    try store.makeTrips("Alps")
    try migrate(didMigrate: { context in
      let trip = try #require(try context.fetch(FetchDescriptor<TripsV2.Trip>()).first)
      let other = ModelContext(context.container)
      let same = try #require(try other.fetch(FetchDescriptor<TripsV2.Trip>()).first)
      same.rating = 5
      try other.save()
      _ = try context.fetch(FetchDescriptor<TripsV2.Trip>())
      #expect(trip.rating == 5)
      #expect(try context.update(TripsV2.Trip.self, .set(\.rating, to: 4)) == 1)
      _ = try other.fetch(FetchDescriptor<TripsV2.Trip>())
      #expect(same.rating == 4)
    })
  }
}

/// Contexts and models that are used after their stage has ended.
extension StageTests {
  private final class Escaped: @unchecked Sendable {
    // `@unchecked`: accessed by one thread at a time.
    var context: ModelContext?
    var migration: MigrationContext?
    var trip: TripsV1.Trip?
  }

  @Test func contextsThatOutliveTheirStageAreRefused() throws {
    try store.makeTrips("Alps", "Coast")
    let escaped = Escaped()
    let context = try migrate(willMigrate: { context in
      escaped.context = context
      escaped.migration = context.migration
      escaped.trip = try context.fetch(FetchDescriptor<TripsV1.Trip>()).first
    })
    let old = try #require(escaped.context)
    let contents = try store.contents()
    #expect(throws: SwiftDataError.migrationStageIsOver) {
      try old.fetch(FetchDescriptor<TripsV1.Trip>())
    }
    #expect(old.migration == nil)
    escaped.trip?.name = "changed"
    old.insert(TripsV1.Trip(name: "Lake"))
    #expect(throws: SwiftDataError.migrationStageIsOver) { try old.save() }
    #expect(throws: SwiftDataError.migrationStageIsOver) { try old.container.erase() }
    #expect(throws: SwiftDataError.migrationStageIsOver) {
      try ModelContext(old.container).fetchCount(FetchDescriptor<TripsV1.Trip>())
    }
    #expect(throws: SwiftDataError.migrationStageIsOver) {
      try escaped.migration?.execute("DELETE FROM ZTRIP")
    }
    #expect(try store.contents() == contents)
    #expect(try context.fetchCount(FetchDescriptor<TripsV2.Trip>()) == 2)
  }

  @Test func useByOtherThreadsIsRefused() throws {
    try store.makeTrips("Alps")
    try migrate(willMigrate: { context in
      let container = context.container
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        #expect(throws: SwiftDataError.migrationStageIsOver) {
          try ModelContext(container).fetch(FetchDescriptor<TripsV1.Trip>())
        }
        done.signal()
      }
      done.wait()
    })
  }
}

/// Containers that were opened before the migration.
extension StageTests {
  @Test func containersOpenedBeforeCannotWrite() throws {
    try store.makeTrips("Alps", "Coast")
    let old = try store.open(TripsV1.self)
    let trip = try #require(try old.fetch(FetchDescriptor<TripsV1.Trip>()).first)
    let new = try migrate()
    let contents = try store.contents()
    trip.name = "changed"
    #expect(throws: SwiftDataError.storeSchemaMismatch) { try old.save() }
    #expect(throws: SwiftDataError.storeSchemaMismatch) {
      try old.update(TripsV1.Trip.self, .set(\.name, to: "x"))
    }
    #expect(try store.contents() == contents)
    // An additional index or table does not make the store unusable.
    try store.connect().run("CREATE INDEX MORE ON ZTRIP (ZNAME)")
    new.insert(TripsV2.Trip(name: "Lake"))
    try new.save()
  }
}

/// Progress reports, and ways to cancel a migration.
extension StageTests {
  @Test func progressIsReported() throws {
    try store.makeTrips("Alps", "Coast")
    let log = log
    try migrate(
      MigrationOptions { progress in
        log.add(
          "\(progress.stage)/\(progress.stageCount) \(progress.fromVersion) \(progress.toVersion) "
            + "\(progress.entity ?? "-") \(progress.completedRows)/\(progress.totalRows)")
      })
    #expect(log.texts == ["1/1 1.0.0 2.0.0 - 0/0", "1/1 1.0.0 2.0.0 Trip 2/2"])
  }

  @Test func aThrowingProgressHandlerEndsTheMigration() throws {
    try store.makeTrips("Alps", "Coast")
    let error = try failing(
      MigrationOptions { if $0.completedRows > 0 { throw TestFailure(number: 3) } })
    #expect(error as? TestFailure == TestFailure(number: 3))
  }

  @Test func cancellingTheTaskEndsTheMigration() async throws {
    try store.makeTrips("Alps", "Coast")
    let (schema, url) = (Schema(versionedSchema: TripsV2.self), store.url)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try ModelContainer(
        for: schema, migrationPlan: Plan.self, configurations: ModelConfiguration(url: url))
    }
    let contents = try store.contents()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(try store.contents() == contents)
  }

  @Test func migrationsOfLockedStoresTimeOut() throws {
    try store.makeTrips("Alps")
    let other = try store.connect()
    try other.run("BEGIN IMMEDIATE")
    #expect(throws: SwiftDataError.storeIsLocked) {
      try migrate(MigrationOptions(lockTimeout: .milliseconds(50)))
    }
    try other.run("ROLLBACK")
    try migrate()
    #expect(try store.version == "2.0.0")
  }

  @Test func migrationsWaitForOtherWriters() throws {
    try store.makeTrips("Alps")
    let path = store.url.path
    let (locked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      do {
        let other = try SQLiteConnection(path: path, mode: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        try other.run("UPDATE ZTRIP SET ZNAME = 'Coast'")
        locked.signal()
        // Nothing tells that the migration waits; it does so already, except on a busy machine.
        Thread.sleep(forTimeInterval: 0.2)
        try other.run("COMMIT")
      } catch { Issue.record(error) }
      done.signal()
    }
    try #require(locked.wait(timeout: .now() + .seconds(30)) == .success)
    let context = try migrate()
    // What was written under the lock has been migrated.
    #expect(try context.fetch(FetchDescriptor<TripsV2.Trip>()).map(\.name) == ["Coast"])
    #expect(try store.version == "2.0.0")
    #expect(done.wait(timeout: .now() + .seconds(30)) == .success)
  }
}
