import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// What closures of stages see, and what becomes of their errors.
@Suite("Migration stages")
struct StageTests {
  private let store: StoreFixture
  private let log = SightingLog()

  init() throws { store = try StoreFixture() }

  /// A plan whose closures a test gives.
  enum Plan: SchemaMigrationPlan {
    /// A struct, since optimized code of Swift 6.3.1 crashes on a task-local value that is a closure.
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

  /// Checks that a migration fails with the file as it was, and returns its error.
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
  func passErrorsOfClosuresOn(_ name: String) throws {
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

  /// A full disk may make SQLite end the transaction, and the closure need not mind.
  @Test func endWithTheirTransaction() throws {
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

  @Test func nameTheEntityOfAnError() throws {
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

  @Test func listObstaclesWithAdvice() throws {
    try store.makeTrips("Alps", "Alps")
    let error = try failing()
    #expect(error as? SwiftDataError == .loadIssueModelContainer)
    let text = "\(error.map { "\($0)" } ?? "")"
    for part in ["Trip.name becomes unique", "willMigrate", "insert("] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func saveWhatClosuresLeaveUnsaved() throws {
    try store.makeTrips("Alps", "Coast")
    let context = try migrate(
      willMigrate: { context in
        for trip in try context.fetch(FetchDescriptor<TripsV1.Trip>()) { trip.name += "!" }
      },
      didMigrate: { $0.insert(TripsV2.Trip(name: "Lake")) })
    let names = try context.fetch(FetchDescriptor<TripsV2.Trip>()).map(\.name)
    #expect(Set(names) == ["Alps!", "Coast!", "Lake"])
  }

  @Test func undoFailedSavesAlone() throws {
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

  @Test func shareTheStoreAmongTheirContexts() throws {
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

/// What becomes of contexts and models that are used when their stage is over.
extension StageTests {
  private final class Escaped: @unchecked Sendable {
    // `@unchecked`: used on one thread, or by one after the other.
    var context: ModelContext?
    var migration: MigrationContext?
    var trip: TripsV1.Trip?
  }

  @Test func refuseContextsThatOutliveThem() throws {
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

  @Test func refuseOtherThreads() throws {
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

/// What becomes of containers that were open before.
extension StageTests {
  @Test func keepThoseWhoHaveTheStoreOpenFromWriting() throws {
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
    // An index or a table more is no reason.
    try store.connect().run("CREATE INDEX MORE ON ZTRIP (ZNAME)")
    new.insert(TripsV2.Trip(name: "Lake"))
    try new.save()
  }
}

/// How a migration is ended by who watches it.
extension StageTests {
  @Test func tellHowFarTheyAre() throws {
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

  @Test func endWhereProgressThrows() throws {
    try store.makeTrips("Alps", "Coast")
    let error = try failing(
      MigrationOptions { if $0.completedRows > 0 { throw TestFailure(number: 3) } })
    #expect(error as? TestFailure == TestFailure(number: 3))
  }

  @Test func endWithTheirTask() async throws {
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

  @Test func waitForTheLock() throws {
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
}
