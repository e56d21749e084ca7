import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import Testing

/// The stages that lead from a store's version to the requested one.
@Suite("Migration paths")
struct PathTests {
  private let store: StoreFixture
  private let log = SightingLog()

  init() throws { store = try StoreFixture() }

  private func migrate(
    to version: any VersionedSchema.Type, _ plan: any SchemaMigrationPlan.Type
  ) throws -> ModelContext {
    try Sightings.$log.withValue(log) { try store.open(version, plan) }
  }

  // `Notes1` and `Notes2` have the same shape; the stage between them changes only values.
  enum Notes1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }
    @Model final class Note {
      var text: String
      init(text: String) { self.text = text }
    }
  }
  enum Notes2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Notes1.Note.self] }
  }
  enum Notes3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }
    @Model final class Note {
      var text: String
      var isPinned = false
      init(text: String) { self.text = text }
    }
  }

  enum SamePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Notes1.self, Notes2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: Notes1.self, toVersion: Notes2.self, willMigrate: nil,
          didMigrate: { context in
            Sightings.add("trimmed")
            for note in try context.fetch(FetchDescriptor<Notes1.Note>()) {
              note.text = note.text.trimmingCharacters(in: .whitespaces)
            }
          })
      ]
    }
  }

  /// Has a stage for each direction.
  enum ThereAndBack: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Notes1.self, Notes3.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: Notes3.self, toVersion: Notes1.self,
          willMigrate: { context in
            for note in try context.fetch(FetchDescriptor<Notes3.Note>()) where note.isPinned {
              note.text += "!"
            }
            try context.save()
          }, didMigrate: { _ in Sightings.add("back") }),
        .lightweight(fromVersion: Notes1.self, toVersion: Notes3.self),
      ]
    }
  }

  enum NoStages: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Notes1.self, Notes2.self, Notes3.self] }
    static var stages: [MigrationStage] { [] }
  }

  private func makeNotes() throws {
    let context = try store.open(Notes1.self)
    context.insert(Notes1.Note(text: " a "))
    try context.save()
  }

  @Test func versionsOfOneShapeAreMigrated() throws {
    try makeNotes()
    let context = try migrate(to: Notes2.self, SamePlan.self)
    #expect(try context.fetch(FetchDescriptor<Notes1.Note>()).map(\.text) == ["a"])
    #expect(try store.version == "2.0.0")
    _ = try migrate(to: Notes2.self, SamePlan.self)
    #expect(log.texts == ["trimmed"])
  }

  @Test func anUnknownVersionBeginsAtTheEarliestMatch() throws {
    try makeNotes()
    try store.change { $0.versionIdentifiers = [""] }
    _ = try migrate(to: Notes2.self, SamePlan.self)
    #expect(log.texts == ["trimmed"])
  }

  @Test func sharedModelsMigrateToTheLatestVersion() throws {
    try makeNotes()
    let schema = Schema([Notes1.Note.self])
    _ = try Sightings.$log.withValue(log) { try store.open(schema, SamePlan.self) }
    #expect(log.texts == ["trimmed"])
    #expect(try store.version == "2.0.0")
  }

  @Test func schemasWithoutStagesAreFollowed() throws {
    try makeNotes()
    let context = try migrate(to: Notes3.self, NoStages.self)
    let notes = try context.fetch(FetchDescriptor<Notes3.Note>())
    #expect(notes.map(\.text) == [" a "])
    #expect(notes.map(\.isPinned) == [false])
    #expect(try store.version == "3.0.0")
  }

  @Test func aStoreWithoutAVersionIsAdopted() throws {
    try makeNotes()
    try store.change { $0.versionIdentifiers = [] }
    _ = try migrate(to: Notes3.self, NoStages.self)
    #expect(try store.version == "3.0.0")
  }

  /// The model before the program used versions; it has fewer properties than the first version.
  enum Before {
    @Model final class Trip {
      var name: String
      var price: Int
      init(name: String, price: Int) {
        self.name = name
        self.price = price
      }
    }
  }

  enum Adopting1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Trip.self] }
    @Model final class Trip {
      var name: String
      var price: Int
      var note: String?
      init(name: String, price: Int) {
        self.name = name
        self.price = price
      }
    }
  }
  enum Adopting2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Trip.self] }
    @Model final class Trip {
      var name: String
      var note: String?
      init(name: String) { self.name = name }
    }
  }
  enum AdoptingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Adopting1.self, Adopting2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: Adopting1.self, toVersion: Adopting2.self,
          willMigrate: { context in
            for trip in try context.fetch(FetchDescriptor<Adopting1.Trip>()) {
              trip.note = "cost \(trip.price)"
            }
            try context.save()
          }, didMigrate: nil)
      ]
    }
  }

  @Test func aStoreOfAnotherShapeIsAdoptedWithoutLoss() throws {
    let context = try store.open(Schema([Before.Trip.self]))
    context.insert(Before.Trip(name: "Alps", price: 7))
    try context.save()
    let trips = try migrate(to: Adopting2.self, AdoptingPlan.self)
      .fetch(FetchDescriptor<Adopting2.Trip>())
    #expect(trips.map(\.note) == ["cost 7"])
  }

  @Test func anUnknownShapeIsRefusedWithItsDifferences() throws {
    try store.makeTrips("Alps")
    let contents = try store.contents()
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      _ = try migrate(to: Adopting2.self, AdoptingPlan.self)
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    for part in [
      "versions:\n- 1.0.0: Trip differs", "\n- 2.0.0: Trip differs", "\nAdd the version",
      store.url.path,
    ] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(try store.contents() == contents)
  }

  @Test func newerStoresAreRefused() throws {
    let newer = try store.open(TripsV3.self)
    newer.insert(TripsV3.Trip(name: "Alps"))
    try newer.save()
    enum Old: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
      static var stages: [MigrationStage] { [] }
    }
    let contents = try store.contents()
    let bytes = try Data(contentsOf: store.url)
    let error = #expect(throws: SwiftDataError.backwardMigration) {
      _ = try migrate(to: TripsV2.self, Old.self)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("3.0.0"))
    #expect(throws: SwiftDataError.backwardMigration) { _ = try store.open(TripsV2.self) }
    #expect(throws: SwiftDataError.backwardMigration) {
      _ = try migrate(to: TripsV2.self, TripsPlan.self)
    }
    #expect(try Data(contentsOf: store.url) == bytes)
    #expect(try store.contents() == contents)
  }

  @Test func aStageCanLeadBack() throws {
    let newer = try store.open(Notes3.self)
    for text in ["a", "b"] { newer.insert(Notes3.Note(text: text)) }
    try newer.fetch(FetchDescriptor<Notes3.Note>()).filter { $0.text == "b" }
      .forEach { $0.isPinned = true }
    try newer.save()
    let order = [SortDescriptor(\Notes1.Note.text)]
    let older = try migrate(to: Notes1.self, ThereAndBack.self)
    #expect(try older.fetch(FetchDescriptor(sortBy: order)).map(\.text) == ["a", "b!"])
    #expect(log.texts == ["back"])
    let again = try migrate(to: Notes3.self, ThereAndBack.self)
    let notes = try again.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Notes3.Note.text)]))
    #expect(notes.map(\.text) == ["a", "b!"])
    #expect(notes.allSatisfy { !$0.isPinned })
    #expect(log.texts == ["back"])
  }

  @Test func stagesThatDoNotReachTheVersionAreRefused() throws {
    enum Backwards: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV1.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: TripsV2.self, toVersion: TripsV2.self)]
      }
    }
    enum Beyond: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV3.self)]
      }
    }
    try store.makeTrips("Alps")
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      _ = try migrate(to: TripsV2.self, Beyond.self)
    }
    let other = try StoreFixture()
    _ = try other.open(TripsV2.self)
    try other.change { $0.versionIdentifiers = ["1.0.0"] }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      _ = try other.open(TripsV1.self, Backwards.self)
    }
  }

  @Test func stagesCanSkipVersions() throws {
    enum Jump: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { NoStages.schemas }
      static var stages: [MigrationStage] {
        [
          .custom(
            fromVersion: Notes1.self, toVersion: Notes3.self, willMigrate: nil,
            didMigrate: { _ in Sightings.add("jumped") }),
          .custom(
            fromVersion: Notes2.self, toVersion: Notes3.self, willMigrate: nil,
            didMigrate: { _ in Sightings.add("walked") }),
        ]
      }
    }
    try makeNotes()
    let context = try migrate(to: Notes3.self, Jump.self)
    #expect(try context.fetchCount(FetchDescriptor<Notes3.Note>()) == 1)
    #expect(log.texts == ["jumped"])
  }
}
