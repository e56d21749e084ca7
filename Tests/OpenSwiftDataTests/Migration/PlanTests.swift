import Foundation
import OpenSwiftData
import Testing

@Suite("Migration plans")
struct PlanTests {
  private let store: StoreFixture
  private let log = SightingLog()

  init() throws { store = try StoreFixture() }

  private func migrate() throws -> ModelContext {
    try Sightings.$log.withValue(log) { try store.open(TripsV3.self, TripsPlan.self) }
  }

  private func trips(_ context: ModelContext) throws -> [TripsV3.Trip] {
    try context.fetch(FetchDescriptor<TripsV3.Trip>(sortBy: [SortDescriptor(\.price)]))
  }

  @Test func aPlanMigratesFromTheFirstVersion() throws {
    try store.makeTrips("Alps", "Coast", "Alps")
    let context = try migrate()
    let found = try trips(context)
    #expect(found.map(\.name) == ["Alps", "Coast"])
    #expect(found.map(\.price) == [0, 6])
    #expect(found.map(\.rating) == [3, 3])
    #expect(found.map { $0.stops.map(\.title) } == [["start of Alps"], ["start of Coast"]])
    #expect(found[0].startDate == Date(timeIntervalSinceReferenceDate: 0))
    #expect(
      log.texts == [
        "will 1 [\"Alps\", \"Coast\", \"Alps\"]", "did 2 [\"Alps\", \"Coast\"]",
        "did 3 [\"Alps\", \"Coast\"]",
      ])
    #expect(try store.version == "3.0.0")
    try StoreChecker(store.url, TripsV3.models).check()
  }

  @Test func aPlanMigratesFromAnIntermediateVersion() throws {
    let old = try store.open(TripsV2.self)
    old.insert(TripsV2.Trip(name: "Alps", price: 12))
    try old.save()
    let context = try migrate()
    let found = try trips(context)
    #expect(found.map { $0.stops.map(\.title) } == [["start of Alps"]])
    withExtendedLifetime(context) {}
    #expect(log.texts == ["did 3 [\"Alps\"]"])
  }

  @Test func aPlanRunsOnce() throws {
    try store.makeTrips("Alps")
    _ = try migrate()
    let contents = try store.contents()
    _ = try migrate()
    #expect(log.texts.count == 3)
    #expect(try store.contents() == contents)
    #expect(try trips(store.open(Schema(TripsV3.models))).count == 1)
  }

  @Test func newStoresHaveTheLastVersion() throws {
    let context = try Sightings.$log.withValue(log) {
      try store.open(Schema(TripsV3.models), TripsPlan.self)
    }
    context.insert(TripsV3.Trip(name: "Alps"))
    try context.save()
    #expect(try store.version == "3.0.0")
    #expect(try trips(migrate()).count == 1)
    #expect(log.texts.isEmpty)
  }

  @Test func theTargetVersionIsFoundByItsModels() throws {
    try store.makeTrips("Alps")
    let context = try store.open(Schema(TripsV2.models), TripsPlan.self)
    #expect(try context.fetch(FetchDescriptor<TripsV2.Trip>()).map(\.rating) == [3])
    #expect(try store.version == "2.0.0")
  }

  @Test func theTargetMayFollowThePlansLastVersion() throws {
    enum Short: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
      static var stages: [MigrationStage] { [TripsPlan.v1ToV2] }
    }
    try store.makeTrips("Alps")
    let found = try trips(store.open(TripsV3.self, Short.self))
    #expect(found.map(\.name) == ["Alps"])
    #expect(found.map(\.stops.count) == [0])
  }

  @Test func migrationsKeepIdentifiers() throws {
    try store.makeTrips("Alps", "Coast")
    let before = try store.open(TripsV1.self).fetchIdentifiers(FetchDescriptor<TripsV1.Trip>())
    let after = try migrate().fetchIdentifiers(FetchDescriptor<TripsV3.Trip>())
    #expect(before == after)
  }

  @Test func containersMadeForTypesUseThePlan() throws {
    try store.makeTrips("Alps")
    let container = try ModelContainer(
      for: TripsV3.Trip.self, migrationPlan: TripsPlan.self,
      configurations: ModelConfiguration(url: store.url))
    #expect(try trips(ModelContext(container)).count == 1)
    #expect(try store.version == "3.0.0")
  }

  @Test func aDefaultStoreUsesThePlan() throws {
    try store.makeTrips("Alps")
    let configuration = ModelConfiguration(
      schema: Schema(versionedSchema: TripsV3.self), url: store.url)
    _ = try DefaultStore(configuration, migrationPlan: TripsPlan.self)
    #expect(try store.version == "3.0.0")
  }
}
