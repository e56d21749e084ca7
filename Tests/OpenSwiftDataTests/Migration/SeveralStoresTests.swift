import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// Migrations of containers with several stores; each store migrates its own models.
@Suite("Migration of several stores")
struct SeveralStoresTests {
  private let folder: TestFolder
  private let log = SightingLog()

  init() throws { folder = try TestFolder() }

  enum V1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Trip.self, Entry.self] }
    @Model final class Trip {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Entry {
      var text: String
      init(text: String) { self.text = text }
    }
  }
  enum V2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Journey.self, Entry.self] }
    @Model(originalName: "Trip") final class Journey {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Entry {
      var text: String
      var level = 1
      init(text: String) { self.text = text }
    }
  }
  enum V3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Voyage.self, Entry.self] }
    @Model(originalName: "Journey") final class Voyage {
      var name: String
      var port = "?"
      init(name: String) { self.name = name }
    }
    @Model final class Entry {
      var text: String
      var level = 1
      init(text: String) { self.text = text }
    }
  }

  enum Plan: SchemaMigrationPlan {
    @TaskLocal static var fails = false
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            let trips = try context.fetch(FetchDescriptor<V1.Trip>())
            for entry in try context.fetch(FetchDescriptor<V1.Entry>()) {
              entry.text += " of \(trips.count)"
            }
            try context.save()
            Sightings.add("will 1")
          },
          didMigrate: { context in
            for journey in try context.fetch(FetchDescriptor<V2.Journey>()) { journey.name += "!" }
            let counted = try context.migration?.rows(
              "SELECT COUNT(*) FROM ZENTRY", configuration: "log")
            Sightings.add("did 2 \(counted.map { "\($0)" } ?? "")")
            if fails { throw TestFailure(number: 2) }
          }),
        .lightweight(fromVersion: V2.self, toVersion: V3.self),
      ]
    }
  }

  private func open(
    _ version: any VersionedSchema.Type, logging: any PersistentModel.Type,
    _ plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: plan,
        configurations: [
          ModelConfiguration("trips", url: folder.file("trips.store")),
          ModelConfiguration("log", schema: Schema([logging]), url: folder.file("log.store")),
        ]))
  }

  private func makeStores() throws {
    let context = try open(V1.self, logging: V1.Entry.self)
    context.insert(V1.Trip(name: "Alps"))
    context.insert(V1.Entry(text: "began"))
    try context.save()
  }

  private func migrate() throws -> ModelContext {
    try Sightings.$log.withValue(log) {
      try open(V3.self, logging: V3.Entry.self, Plan.self)
    }
  }

  private func tables(_ name: String) throws -> [String] {
    try SQLiteConnection(path: folder.file(name).path, mode: .readWrite)
      .rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .compactMap(\.[0].text).filter { $0.hasPrefix("Z") && !$0.hasPrefix("Z_") }
  }

  @Test func storesTakeTheStagesTogether() throws {
    try makeStores()
    let context = try migrate()
    #expect(try context.fetch(FetchDescriptor<V3.Voyage>()).map(\.name) == ["Alps!"])
    #expect(try context.fetch(FetchDescriptor<V3.Entry>()).map(\.text) == ["began of 1"])
    #expect(log.texts == ["will 1", "did 2 [[OpenSwiftData.MigrationContext.Value.integer(1)]]"])
    #expect(try tables("trips.store") == ["ZVOYAGE"])
    #expect(try tables("log.store") == ["ZENTRY"])
    _ = try migrate()
    #expect(log.texts.count == 2)
  }

  @Test func aFailedStageChangesNoStore() throws {
    try makeStores()
    Plan.$fails.withValue(true) {
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { _ = try migrate() }
      #expect(error?.underlyingError as? TestFailure == TestFailure(number: 2))
    }
    let context = try open(V1.self, logging: V1.Entry.self)
    #expect(try context.fetch(FetchDescriptor<V1.Trip>()).map(\.name) == ["Alps"])
    #expect(try context.fetch(FetchDescriptor<V1.Entry>()).map(\.text) == ["began"])
  }

  /// Each store's version is written into its metadata, as the last step before all commits.
  @Test(arguments: ["trips.store", "log.store"])
  func unwritableMetadataLeavesAllStoresUnchanged(_ name: String) throws {
    try makeStores()
    let file = try SQLiteConnection(path: folder.file(name).path, mode: .readWrite)
    try file.execute(
      """
      CREATE TRIGGER REFUSAL BEFORE INSERT ON Z_METADATA \
      BEGIN SELECT RAISE(ABORT, 'refused'); END
      """)
    #expect(throws: SwiftDataError.self) { _ = try migrate() }
    #expect(try tables("trips.store") == ["ZTRIP"])
    let context = try open(V1.self, logging: V1.Entry.self)
    #expect(try context.fetch(FetchDescriptor<V1.Trip>()).map(\.name) == ["Alps"])
    #expect(try context.fetch(FetchDescriptor<V1.Entry>()).map(\.text) == ["began"])
    try file.execute("DROP TRIGGER REFUSAL")
    #expect(try migrate().fetch(FetchDescriptor<V3.Entry>()).map(\.text) == ["began of 1"])
  }

  /// Runs `body` and then restores the previous contents of the log store, as if the program had
  /// been
  /// killed between two commits.
  private func forgettingTheLog(_ body: () throws -> Void) throws {
    let (file, kept) = (folder.file("log.store"), folder.file("kept.copy"))
    let log = try SQLiteConnection(path: file.path, mode: .readWrite)
    try log.run("VACUUM INTO ?", [.text(kept.path)])
    try body()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
    try FileManager.default.moveItem(at: kept, to: file)
  }

  @Test func migrationResumesAfterAKilledProgram() throws {
    let context = try open(V2.self, logging: V2.Entry.self)
    context.insert(V2.Entry(text: "began"))
    try context.save()
    try forgettingTheLog { _ = try migrate() }
    let entries = try migrate().fetch(FetchDescriptor<V3.Entry>())
    #expect(entries.map(\.text) == ["began"])
  }

  @Test func errorsSayThatAnotherStoreIsPastTheStage() throws {
    try makeStores()
    try forgettingTheLog { _ = try migrate() }
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { _ = try migrate() }
    #expect(error?.underlyingError as? SwiftDataError == .unknownSchema)
    #expect("\(error.map { "\($0)" } ?? "")".contains("take part in this stage"))
    #expect(try tables("log.store") == ["ZENTRY"])
  }

  @Test func severalStoresMigrateWithoutAPlan() throws {
    let context = try open(V2.self, logging: V2.Entry.self)
    context.insert(V2.Journey(name: "Alps"))
    context.insert(V2.Entry(text: "began"))
    try context.save()
    let after = try open(V3.self, logging: V3.Entry.self)
    #expect(try after.fetch(FetchDescriptor<V3.Voyage>()).map(\.port) == ["?"])
    #expect(try after.fetch(FetchDescriptor<V3.Entry>()).map(\.text) == ["began"])
  }

  @Test func storesInMemoryAreNotMigrated() throws {
    let context = try open(V2.self, logging: V2.Entry.self)
    context.insert(V2.Journey(name: "Alps"))
    try context.save()
    let container = try ModelContainer(
      for: Schema(versionedSchema: V3.self), migrationPlan: Plan.self,
      configurations: [
        ModelConfiguration(url: folder.file("trips.store")),
        ModelConfiguration("log", schema: Schema([V3.Entry.self]), isStoredInMemoryOnly: true),
      ])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<V3.Entry>()) == 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<V3.Voyage>()) == 1)
  }
}
