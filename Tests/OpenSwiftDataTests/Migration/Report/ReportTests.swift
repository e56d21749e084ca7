import CoreDataFormat
import DataSchema
import Foundation
@testable import OpenSwiftData
import Testing

@Suite("Migration reports")
struct ReportTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  @Test func reportsDescribeWhatAPlanWouldDo() throws {
    try store.makeTrips("Alps", "Coast", "Alps")
    let report = try TripsPlan.report(for: store.url)
    #expect(report.isNeeded)
    #expect(report.storePath == store.url.path)
    #expect(report.storedVersion == Schema.Version(1, 0, 0))
    #expect(report.targetVersion == Schema.Version(3, 0, 0))
    #expect(report.stages.map(\.kind) == [.custom, .custom])
    #expect(report.stages.map(\.toVersion) == [Schema.Version(2, 0, 0), Schema.Version(3, 0, 0)])
    let first = report.stages[0]
    #expect(
      first.changes == [
        "Trip renames start_date to startDate; gets rating; price becomes double; "
          + "requires unique values of name."
      ])
    #expect(first.tables.map(\.name) == ["ZTRIP"])
    #expect(first.tables.map(\.rows) == [3])
    #expect(first.tables.map(\.work) == [.rebuilt])
    #expect(first.statements.contains { $0.hasPrefix("INSERT INTO ZTRIP") })
    #expect(first.estimatedSize >= 4096)
    let trips = try #require(report.stages[1].tables.first { $0.name == "ZTRIP" })
    #expect(trips.rows == 3)
    #expect(trips.work == .kept || trips.work == .extended)
    #expect(report.stages[1].tables.contains { $0.name == "ZSTOP" && $0.work == .created })
    #expect(report.obstacles.map(\.entity) == ["Trip"])
    #expect(report.obstacles.allSatisfy { $0.stage == 1 && $0.mayBeSolvedByStage })
  }

  @Test func reportsAreAvailableAsTextAndJSON() throws {
    try store.makeTrips("Alps", "Alps")
    let report = try TripsPlan.report(for: store.url)
    let text = report.description
    for part in [
      store.url.path, "Version 1.0.0, to be migrated to 3.0.0 in 2 stages",
      "Stage 1: 1.0.0 to 2.0.0 (custom)", "ZTRIP (rebuilt, 2 rows)", "becomes unique",
      "unless willMigrate solves it", "Stop is new.",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    let json = try report.json()
    #expect(try JSONDecoder().decode(MigrationReport.self, from: json) == report)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["isNeeded"] as? Bool == true)
    #expect(object["storePath"] as? String == store.url.path)
  }

  @Test func reportsDoNotChangeTheStore() throws {
    try store.makeTrips("Alps", "Coast")
    let bytes = try Data(contentsOf: store.url)
    let names = try store.filesBeside()
    #expect(names == ["test.store"])
    _ = try TripsPlan.report(for: store.url)
    _ = try Schema.stored(in: store.url)
    #expect(try store.filesBeside() == names)
    #expect(try Data(contentsOf: store.url) == bytes)
  }

  @Test func reportsReadTheLogOfAStoreInUse() throws {
    let context = try store.open(TripsV1.self)
    for name in ["Alps", "Coast"] { context.insert(TripsV1.Trip(name: name)) }
    try context.save()
    #expect(try TripsPlan.report(for: store.url).stages.first?.tables.map(\.rows) == [2])
    withExtendedLifetime(context) {}
  }

  @Test func reportsSayThatNoMigrationIsNeeded() throws {
    _ = try store.open(TripsV3.self, TripsPlan.self)
    let report = try TripsPlan.report(for: store.url)
    #expect(!report.isNeeded)
    #expect(report.stages.isEmpty)
    #expect(report.estimatedSize == 0)
    #expect(report.description.contains("Version 3.0.0: nothing to migrate."))
  }

  @Test func reportsNeedNoPlan() throws {
    try store.makeTrips("Alps", "Alps")
    let schema = Schema(versionedSchema: TripsV2.self)
    let report = try schema.migrationReport(for: store.url)
    #expect(report.stages.map(\.kind) == [.lightweight])
    #expect(report.obstacles.map(\.property) == ["name"])
    #expect(report.obstacles.allSatisfy { !$0.mayBeSolvedByStage && !$0.advice.isEmpty })
    #expect(throws: SwiftDataError.loadIssueModelContainer) { _ = try store.open(TripsV2.self) }
  }

  @Test func reportsThrowTheErrorsOfOpening() throws {
    #expect(throws: SwiftDataError.storeCannotBeOpened) { try TripsPlan.report(for: store.url) }
    _ = try store.open(PathTests.Notes1.self)
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try TripsPlan.report(for: store.url) }
  }

  @Test(
    arguments: [
      (0, "0 bytes"), (999, "999 bytes"), (1_000, "1.0 KB"), (12_345, "12 KB"),
      (123_456_789, "123 MB"), (4_000_000_000, "4.0 GB"),
    ] as [(Int64, String)])
  func sizesAreFormatted(_ bytes: Int64, _ text: String) {
    #expect(MigrationReport.size(bytes) == text)
  }
}

@Suite("Fingerprints")
struct FingerprintTests {
  enum One {
    @Model final class Item {
      var a: Int = 1
      var b: String = ""
      init() {}
    }
  }
  enum Two {
    @Model final class Item {
      #Index<Item>([\.a])
      var b: String = "x"
      var a: Int = 2
      @Transient var c = 0
      init() {}
    }
  }
  enum Three {
    @Model final class Item {
      var a: Int = 1
      @Attribute(hashModifier: "2") var b: String = ""
      init() {}
    }
  }

  @Test func fingerprintsDistinguishShapesOnly() throws {
    let (one, two, three) = (
      Schema([One.Item.self]), Schema([Two.Item.self]), Schema([Three.Item.self])
    )
    #expect(one.fingerprint == two.fingerprint)
    #expect(one.fingerprint != three.fingerprint)
    #expect(one.fingerprint.count == 64)
    #expect(one.fingerprint.allSatisfy { $0.isHexDigit })
    #expect(one.entities[0].fingerprint == two.entities[0].fingerprint)
    #expect(one.entities[0].fingerprint != three.entities[0].fingerprint)
    let trips = Schema([TripsV3.Trip.self, TripsV3.Stop.self])
    #expect(trips.fingerprint == Schema([TripsV3.Stop.self, TripsV3.Trip.self]).fingerprint)
  }

  @Test func fingerprintsEqualCoreDataHashes() throws {
    // The hash of a project template's entity, taken from one of Apple's stores.
    #expect(
      Schema([Item.self]).entities[0].fingerprint
        == "3ea43e52eff507015a7606de3cd7215b14034f9c26adc125cb6f153b01a604dc")
  }

  @Model final class Item {
    var timestamp: Date
    var number: Int
    init(timestamp: Date, number: Int) {
      self.timestamp = timestamp
      self.number = number
    }
  }

  @Test func fingerprintsIncludeInheritedProperties() {
    let schema = Schema(InheritanceMigrationTests.Zoo2.models)
    let fingerprints = schema.entities.map(\.fingerprint)
    #expect(Set(fingerprints).count == 3)
    let hashes = schema.modelDescription.versionHashes
    for entity in schema.entities {
      #expect(
        entity.fingerprint == hashes[entity.name]?.map { String(format: "%02x", $0) }.joined())
    }
  }

  @Test func storedSchemasKeepTheirFingerprint() throws {
    let store = try StoreFixture()
    _ = try store.open(TripsV3.self)
    let stored = try Schema.stored(in: store.url)
    #expect(stored.fingerprint == Schema(versionedSchema: TripsV3.self).fingerprint)
    #expect(stored.version == Schema.Version(3, 0, 0))
    #expect(stored.entitiesByName["Trip"]?.relationshipsByName["stops"]?.destination == "Stop")
    try store.change { $0.schema = nil }
    try store.setModelCache(nil)
    let error = #expect(throws: SwiftDataError.unknownSchema) { try Schema.stored(in: store.url) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("Stop, Trip"))
  }
}
