import Foundation
import OpenSwiftData
import Testing

@Suite("Migrations of stores")
struct MigrationTests {
  /// A store of the first version with three measurements, two of which have one remark each.
  private func makeStations(
    _ kind: TestedStore, in folder: TestFolder, numbers: [Int] = [1, 2, 3]
  ) throws -> ModelContext {
    let context = ModelContext(try kind.container(StationV1.self, in: folder))
    for (index, number) in numbers.enumerated() {
      let measurement = StationV1.Measurement(
        number: number, station: index == 1 ? "south" : "north", value: 10 * (index + 1))
      context.insert(measurement)
      if index < 2 { measurement.remarks = [StationV1.Remark(text: "of \(number)")] }
    }
    try context.save()
    return context
  }

  @Test(arguments: TestedStore.supporting(.persistence, .migration))
  func migrationsInferChangesBetweenVersions(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    _ = try makeStations(kind, in: folder)
    let context = ModelContext(try kind.container(StationV2.self, in: folder))
    let order = [SortDescriptor(\StationV2.Measurement.number)]
    let found = try context.fetch(FetchDescriptor(sortBy: order))
    #expect(found.map(\.place) == ["north", "south", "north"])
    #expect(found.map(\.value) == [10, 20, 30])
    #expect(found.allSatisfy { $0.isChecked && $0.since.timeIntervalSinceReferenceDate == 5.25 })
    #expect(Set(found.map(\.token)).count == 3)
    #expect(found.map { $0.remarks.map(\.text) } == [["of 1"], ["of 2"], []])
    // A remark may now belong to several measurements.
    let remark = try #require(found[0].remarks.first)
    remark.measurements.append(found[2])
    context.insert(StationV2.Measurement(number: 4, place: "west", value: 0.5))
    try context.save()
    let again = ModelContext(try kind.container(StationV2.self, in: folder))
    let last = try again.fetch(FetchDescriptor(sortBy: order))
    try #require(last.map(\.number) == [1, 2, 3, 4])
    #expect(last[2].remarks.map(\.text) == ["of 1"])
  }

  /// The processes of a service verify the store that a program migrates at deployment; custom
  /// stores, which run no queries either, migrate themselves.
  @Test(arguments: TestedStore.supporting(.persistence, .migration, .queries))
  func aContainerCanRefuseToMigrate(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    _ = try makeStations(kind, in: folder)
    var options = MigrationOptions()
    options.allowsMigration = false
    func verified() throws -> ModelContainer {
      try ModelContainer(
        for: Schema(versionedSchema: StationV2.self), migrationPlan: nil,
        configurations: [kind.configuration("test", nil, folder)], migrationOptions: options)
    }
    do {
      _ = try verified()
      Issue.record("The store was opened.")
    } catch let error as SwiftDataError {
      #expect(error == .storeSchemaMismatch)
      #expect("\(error)".contains("allowsMigration"))
    }
    let old = ModelContext(try kind.container(StationV1.self, in: folder))
    #expect(try old.fetchCount(FetchDescriptor<StationV1.Measurement>()) == 3)
    _ = try kind.container(StationV2.self, in: folder)
    let new = ModelContext(try verified())
    #expect(try new.fetchCount(FetchDescriptor<StationV2.Measurement>()) == 3)
  }

  @Test(arguments: TestedStore.supporting(.persistence, .migration, .uniqueConstraints))
  func migrationsFollowAPlan(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    _ = try makeStations(kind, in: folder, numbers: [1, 2, 2])
    for _ in 0..<2 {
      let context = ModelContext(try kind.container(StationV3.self, StationPlan.self, in: folder))
      let order = [SortDescriptor(\StationV3.Reading.number)]
      let readings = try context.fetch(FetchDescriptor(sortBy: order))
      #expect(readings.map(\.number) == [1, 2])
      #expect(readings.map(\.value) == [10, 20])
      #expect(readings.map { $0.site?.name } == ["north", "south"])
      #expect(readings.map { $0.remarks.map(\.text) } == [["of 1"], ["of 2"]])
      #expect(try context.fetchCount(FetchDescriptor<StationV3.Place>()) == 2)
    }
    let context = ModelContext(try kind.container(StationV3.self, StationPlan.self, in: folder))
    context.insert(StationV3.Reading(number: 1, place: "east", value: 0))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<StationV3.Reading>()) == 2)
  }

  @Test(arguments: TestedStore.supporting(.persistence, .migration))
  func migrationsPairOldModelsWithNewOnes(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    _ = try makeStations(kind, in: folder)
    let context = ModelContext(
      try kind.container(StationV3.self, PairingStationPlan.self, in: folder))
    let order = [SortDescriptor(\StationV3.Reading.number)]
    let places = try context.fetch(FetchDescriptor(sortBy: order)).map(\.place)
    #expect(places == ["north (1, 1)", "south (1, 1)", "north (0, 0)"])
  }

  @Test(arguments: TestedStore.supporting(.persistence, .migration, .uniqueConstraints))
  func aFailedMigrationChangesNothing(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    _ = try makeStations(kind, in: folder, numbers: [1, 2, 2])
    let error = try #require(throws: SwiftDataError.self) {
      try kind.container(StationV3.self, in: folder)
    }
    #expect(error == .loadIssueModelContainer)
    #expect("\(error)".contains("number"))
    try expectFirstVersion(kind, in: folder)
  }

  @Test(arguments: TestedStore.supporting(.persistence, .migration))
  func migrationsAreUndoneWhenAClosureThrows(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    _ = try makeStations(kind, in: folder)
    let error = try #require(throws: SwiftDataError.self) {
      try kind.container(StationV3.self, RefusingStationPlan.self, in: folder)
    }
    #expect(error == .loadIssueModelContainer)
    #expect(error.underlyingError is StationRefusal)
    try expectFirstVersion(kind, in: folder)
  }

  private func expectFirstVersion(_ kind: TestedStore, in folder: TestFolder) throws {
    let context = ModelContext(try kind.container(StationV1.self, in: folder))
    let order = [SortDescriptor(\StationV1.Measurement.value)]
    let found = try context.fetch(FetchDescriptor(sortBy: order))
    #expect(found.map(\.value) == [10, 20, 30])
    #expect(found.map(\.remarks.count) == [1, 1, 0])
  }

  @Test(arguments: TestedStore.supporting(.persistence, .migration))
  func storesOfNewerVersionsAreRefused(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    _ = try makeStations(kind, in: folder)
    _ = try kind.container(StationV3.self, StationPlan.self, in: folder)
    #expect(throws: SwiftDataError.backwardMigration) {
      try kind.container(StationV1.self, in: folder)
    }
  }

  @Test(arguments: TestedStore.supporting(.persistence, .migration))
  func contextsOpenedBeforeAMigrationReportAMismatch(_ kind: TestedStore) throws {
    try kind.begin()
    let folder = try TestFolder()
    let old = try makeStations(kind, in: folder)
    _ = try kind.container(StationV3.self, StationPlan.self, in: folder)
    #expect(throws: SwiftDataError.storeSchemaMismatch) {
      try old.fetch(FetchDescriptor<StationV1.Measurement>(predicate: #Predicate { $0.value > 5 }))
    }
    old.insert(StationV1.Measurement(number: 9, station: "lost", value: 9))
    #expect(throws: SwiftDataError.storeSchemaMismatch) { try old.save() }
  }
}
