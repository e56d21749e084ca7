import CoreDataFormat
import DataSchema
import Foundation
import ModelArchives
import OpenSwiftData
import SQLCore
import Testing

/// Stores by Apple's frameworks, with an archive of their former models.
@Suite("Stores with archived models")
struct StoresWithArchivedModelsTests {
  enum Noted {
    @Model final class Trip {
      var name: String
      var start_date: Date
      var price: Int
      var note: String?
      init(name: String, price: Int) {
        self.name = name
        self.price = price
        start_date = Date(timeIntervalSinceReferenceDate: 0)
      }
    }
  }

  /// A version older than those of the plan.
  enum Nameless {
    @Model final class Trip {
      var name: String
      var price: Int
      init(name: String, price: Int) { (self.name, self.price) = (name, price) }
    }
  }

  enum NamelessPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, TripsV2.self] }
    static var stages: [MigrationStage] { [] }

    enum First: VersionedSchema {
      static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
      static var models: [any PersistentModel.Type] { [Trip.self] }

      @Model final class Trip {
        var name: String
        var start_date = Date(timeIntervalSinceReferenceDate: 0)
        var price: Int
        init(name: String, price: Int) { (self.name, self.price) = (name, price) }
      }
    }
  }

  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  private func makeTrips() throws {
    let context = try store.open(TripsV1.self)
    context.insert(TripsV1.Trip(name: "Alps", price: 4))
    context.insert(TripsV1.Trip(name: "Coast", price: 7))
    try context.save()
  }

  private func trips(_ context: ModelContext) throws -> [Noted.Trip] {
    try context.fetch(FetchDescriptor<Noted.Trip>(sortBy: [SortDescriptor(\.name)]))
  }

  private func text(_ error: (any Error)?) -> String { error.map { "\($0)" } ?? "" }

  @Test func storesAreMigratedWithoutAPlan() throws {
    try makeTrips()
    try store.makeForeign()
    let context = try store.open(Schema([Noted.Trip.self]))
    let found = try trips(context)
    #expect(found.map(\.name) == ["Alps", "Coast"])
    #expect(found.map(\.price) == [4, 7])
    found[0].note = "high"
    try context.save()
    #expect(try trips(store.open(Schema([Noted.Trip.self]))).map(\.note) == ["high", nil])
    #expect(try store.metadata().schema != nil)
    #expect(try store.archivedModel().versionHashes == store.metadata().versionHashes)
    try StoreChecker(store.url, [Noted.Trip.self]).check()
  }

  @Test func aPlanAdoptsAnUnversionedStore() throws {
    let context = try store.open(Schema([Nameless.Trip.self]))
    context.insert(Nameless.Trip(name: "Alps", price: 4))
    try context.save()
    try store.makeForeign()
    let found = try store.open(TripsV2.self, NamelessPlan.self)
      .fetch(FetchDescriptor<TripsV2.Trip>())
    #expect(found.map(\.name) == ["Alps"])
    #expect(found.map(\.price) == [4])
    #expect(try store.version == "2.0.0")
  }

  @Test func stagesOfAPlanAreApplied() throws {
    try store.makeTrips("Alps", "Coast", "Alps")
    try store.makeForeign()
    let log = SightingLog()
    let context = try Sightings.$log.withValue(log) {
      try store.open(TripsV3.self, TripsPlan.self)
    }
    #expect(try context.fetchCount(FetchDescriptor<TripsV3.Trip>()) == 2)
    #expect(!log.texts.isEmpty)
  }

  /// Opening a store with the models it was written with changes nothing.
  @Test func openingWithTheStoresModelsChangesNothing() throws {
    try makeTrips()
    try store.makeForeign()
    let before = try store.contents()
    #expect(try store.open(TripsV1.self).fetchCount(FetchDescriptor<TripsV1.Trip>()) == 2)
    #expect(try store.contents() == before)
  }

  @Test func theArchivedSchemaCanBeRead() throws {
    try makeTrips()
    try store.makeForeign()
    let stored = try Schema.stored(in: store.url)
    #expect(stored.fingerprint == Schema(versionedSchema: TripsV1.self).fingerprint)
  }

  @Test func reportsDescribeTheMigration() throws {
    try makeTrips()
    try store.makeForeign()
    let before = try store.contents()
    let report = try Schema([Noted.Trip.self]).migrationReport(for: store.url)
    #expect(report.stages.map(\.changes) == [["Trip gets note."]])
    #expect(report.obstacles.isEmpty)
    #expect(try store.contents() == before)
  }

  /// Another program migrated a store of this library, so the description that this library wrote
  /// is
  /// outdated.
  @Test func archivedModelsOverrideOutdatedDescriptions() throws {
    try makeTrips()
    let archive = ModelArchive.modelCache(of: try #require(try store.metadata().schema))
    var former = Schema([Nameless.Trip.self]).modelDescription
    former.versionIdentifiers = ["1.0.0"]
    let outdated = former
    try store.change { metadata in
      let hashes = metadata.versionHashes
      metadata.schema = outdated
      #expect(metadata.versionHashes == hashes)
    }
    try store.setModelCache(archive)
    #expect(try trips(store.open(Schema([Noted.Trip.self]))).map(\.price) == [4, 7])
  }
}

// Errors about refused stores.

extension StoresWithArchivedModelsTests {
  @Test func errorsNameDifferencesIfMigrationIsNotAllowed() throws {
    try makeTrips()
    try store.makeForeign()
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(Schema([Noted.Trip.self]), allowsSave: false)
    }
    for part in [
      "Trip differs: note is missing in the store (string, optional)", "allowsSave: true",
    ] {
      #expect(text(error).contains(part), "\(text(error))")
    }
  }

  @Test func errorsNameDifferencesFromAPlansVersions() throws {
    try makeTrips()
    try store.makeForeign { model in
      var other = model
      other.entities[0].properties.append(
        .attribute(AttributeDescription(name: "rest", type: .string, isOptional: true)))
      return ModelArchive.modelCache(of: other)
    }
    try store.connect().run("ALTER TABLE ZTRIP ADD COLUMN ZREST VARCHAR")
    var other = Schema(versionedSchema: TripsV1.self).modelDescription
    other.entities[0].properties.append(
      .attribute(AttributeDescription(name: "rest", type: .string, isOptional: true)))
    let hashes = other.versionHashes
    try store.change { $0.versionHashes = hashes }
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      _ = try store.open(TripsV3.self, TripsPlan.self)
    }
    #expect(
      text(error).contains("1.0.0: Trip differs: rest is in the store only (string, optional)."),
      "\(text(error))")
    #expect(text(error).contains("Schema.stored(in:)"))
  }

  /// The advice is not to open the store with the models that were just tried.
  @Test func errorsGiveAdviceIfOnlyHashesAreKnown() throws {
    try makeTrips()
    try store.makeForeign { _ in nil }
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(Schema([Noted.Trip.self]))
    }
    for part in ["Trip differs.", "no archived model", "migration plan", "inverse: nil"] {
      #expect(text(error).contains(part), "\(text(error))")
    }
    let other = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(Schema([Noted.Trip.self, InferredTests.Old.Extra.self]))
    }
    #expect(text(other).contains("Extra is missing in the store."))
    #expect(text(other).contains("models of all of its entities"))
  }
}

// Invalid archives.

extension StoresWithArchivedModelsTests {
  enum Fault: CaseIterable {
    case missing, empty, noise, cutOff, bomb, otherVersion, tooManyAncestors, ofOtherTables

    /// The reason that the error gives.
    var reason: String {
      switch self {
      case .missing, .empty: "no archived model"
      case .noise, .cutOff, .bomb, .tooManyAncestors: "archived model cannot be read"
      case .otherVersion: "has another version than its metadata"
      case .ofOtherTables: "lacks the column ZPRICE"
      }
    }

    func modelCache(_ model: ModelDescription) -> Data? {
      let whole = ModelArchive.modelCache(of: model)
      switch self {
      case .missing: return nil
      case .empty: return Data()
      case .noise: return Data((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 37) })
      case .cutOff: return whole.prefix(whole.count / 2)
      case .bomb:
        // A compressed block that repeats one byte many times.
        return Data([0x00, 0x01, 0x00, 0xFE, 0xFF, 0x41]) + Data(repeating: 0x04, count: 100_000)
      case .otherVersion:
        var other = model
        other.entities[0].properties.removeLast()
        return ModelArchive.modelCache(of: other)
      case .tooManyAncestors:
        var deep = model
        for number in 0..<5_000 {
          deep.entities.append(
            EntityDescription(name: "E\(number)", parentName: number == 0 ? nil : "E\(number - 1)"))
        }
        return ModelArchive.modelCache(of: deep)
      case .ofOtherTables: return whole
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func faultyArchivesAreRefusedWithAReason(_ fault: Fault) throws {
    try makeTrips()
    try store.makeForeign(fault.modelCache)
    if fault == .ofOtherTables {
      try store.connect().run("ALTER TABLE ZTRIP RENAME COLUMN ZPRICE TO ZCOST")
    }
    let before = try store.contents()
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(Schema([Noted.Trip.self]))
    }
    #expect(text(error).contains(fault.reason), "\(text(error))")
    #expect(try store.contents() == before)
  }

  /// A model cache table with unknown columns means an unknown format.
  @Test func archiveTablesWithOtherColumnsAreRefused() throws {
    try makeTrips()
    try store.makeForeign()
    let connection = try store.connect()
    try connection.run("ALTER TABLE Z_MODELCACHE RENAME COLUMN Z_CONTENT TO Z_OTHER")
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(Schema([Noted.Trip.self]))
    }
    #expect(text(error).contains("unknown format"))
  }
}
