import DataSync
import Foundation
import OpenSwiftData
import SyncPort
import SyncTesting
import Testing

/// Devices whose program versions name entities and properties differently read and write the same
/// records.
@Suite("Renamed models")
final class RenamedModelTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "RenamedModelTests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func container(
    _ version: any VersionedSchema.Type, _ url: URL? = nil,
    _ plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    let configuration =
      url.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
    return try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan, configurations: configuration)
  }

  private func engine(
    _ container: ModelContainer, _ place: ProviderPlace, _ resolvers: [SyncResolver] = []
  ) throws -> SyncEngine {
    var options = SyncOptions()
    options.resolvers = resolvers
    options.ignoresModelRules = true
    return try SyncEngine(container, place.provider(), options)
  }

  /// A trip with two stops.
  private func insertTrip(_ name: String, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    let trip = FirstVersion.Trip(name: name)
    context.insert(trip)
    for title in ["a", "b"] {
      let stop = FirstVersion.Stop(title: title)
      context.insert(stop)
      stop.picture = Data(repeating: 7, count: title == "a" ? 40_000 : 10)
      trip.stops.append(stop)
    }
    try context.save()
  }

  @Test(arguments: ProviderKind.allCases.filter { $0 != .cloudKitImitation })
  func renamedModelsAreReadByAllVersions(_ kind: ProviderKind) async throws {
    let place = try await kind.makePlace()
    let (old, new) = (try container(FirstVersion.self), try container(SecondVersion.self))
    let engines = [try engine(old, place), try engine(new, place)]
    try insertTrip("Alps", old)
    for engine in engines { try await engine.syncNow() }
    let lines = [#"Alps 0 ["a 40000", "b 10"]"#]
    #expect(try SecondVersion.Journey.lines(ModelContext(new)) == lines)
    let context = ModelContext(new)
    let journey = try #require(try context.fetch(FetchDescriptor<SecondVersion.Journey>()).first)
    journey.title = "Andes"
    journey.count = 4
    let stop = SecondVersion.Stop(picture: "c")
    context.insert(stop)
    journey.places.insert(stop, at: 0)
    context.insert(SecondVersion.Journey(title: "Alps"))
    try context.save()
    for engine in [engines[1], engines[0]] { try await engine.syncNow() }
    let first = try FirstVersion.Trip.lines(ModelContext(old))
    #expect(first == ["Alps 0 []", #"Andes 4 ["c 0", "a 40000", "b 10"]"#])
    let olds = ModelContext(old)
    let trips = try olds.fetch(FetchDescriptor<FirstVersion.Trip>(sortBy: [SortDescriptor(\.name)]))
    for trip in trips { if trip.name == "Andes" { olds.delete(trip) } else { trip.visits = 9 } }
    try olds.save()
    for engine in engines { try await engine.syncNow() }
    #expect(try SecondVersion.Journey.lines(ModelContext(new)) == ["Alps 9 []"])
    #expect(try ModelContext(new).fetchCount(FetchDescriptor<SecondVersion.Stop>()) == 0)
  }

  /// A synced store migrates to another version, with changes that were never sent.
  @Test(arguments: ProviderKind.allCases.filter { $0 != .cloudKitImitation })
  func migratedStoresStaySynced(_ kind: ProviderKind) async throws {
    let place = try await kind.makePlace()
    let url = folder.appendingPathComponent("own.store")
    do {
      let old = try container(FirstVersion.self, url)
      try insertTrip("Alps", old)
      try await engine(old, place).syncNow()
      try insertTrip("Jura", old)
    }
    let (second, third) = (try container(SecondVersion.self), folder.appendingPathComponent("3"))
    try await engine(second, place).syncNow()
    let migrated = try container(ThirdVersion.self, url, RenamingPlan.self)
    let fresh = try container(ThirdVersion.self, third, RenamingPlan.self)
    for container in [migrated, fresh, second] { try await engine(container, place).syncNow() }
    let lines = [#"Alps 0 ["a 40000", "b 10"]"#, #"Jura 0 ["a 40000", "b 10"]"#]
    for container in [migrated, fresh] {
      #expect(try ThirdVersion.Voyage.lines(ModelContext(container)) == lines)
    }
    #expect(try SecondVersion.Journey.lines(ModelContext(second)) == lines)
    let context = ModelContext(fresh)
    for voyage in try context.fetch(FetchDescriptor<ThirdVersion.Voyage>()) {
      voyage.count = 3
      voyage.name = "own"
    }
    try context.save()
    for container in [fresh, migrated, second] { try await engine(container, place).syncNow() }
    let voyages = try ModelContext(migrated).fetch(FetchDescriptor<ThirdVersion.Voyage>())
    #expect(voyages.map(\.name) == ["own", "own"])
    #expect(voyages.map(\.count) == [3, 3])
    let journeys = try ModelContext(second).fetch(FetchDescriptor<SecondVersion.Journey>())
    #expect(journeys.map(\.count) == [3, 3])
    #expect(journeys.map(\.title).sorted() == ["Alps", "Jura"])
    // Nothing is sent again.
    for container in [fresh, migrated, second] {
      #expect(try await engine(container, place).syncNow().sent == 0)
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Resolvers and reports use the names of the current version.
  @Test func resolversAndReportsUseTheVersionsNames() async throws {
    let place = try await ProviderKind.memory.makePlace()
    let (old, new) = (try container(FirstVersion.self), try container(SecondVersion.self))
    let engines = [
      try engine(old, place, [.sum("Trip", "visits")]),
      try engine(new, place, [.sum("Journey", "count")]),
    ]
    try insertTrip("Alps", old)
    for engine in engines { try await engine.syncNow() }
    let olds = ModelContext(old)
    for trip in try olds.fetch(FetchDescriptor<FirstVersion.Trip>()) { trip.visits += 2 }
    try olds.save()
    let news = ModelContext(new)
    for journey in try news.fetch(FetchDescriptor<SecondVersion.Journey>()) { journey.count += 5 }
    try news.save()
    let events = engines[1].events
    for engine in [engines[0], engines[1], engines[0]] { try await engine.syncNow() }
    var told: SyncConflictReport?
    for await event in events {
      if case .conflict(let report) = event { told = report }
      if case .ended = event { break }
    }
    #expect(told?.entity == "Journey")
    #expect(told?.property == "count")
    #expect(told?.result == .integer(7))
    #expect(try FirstVersion.Trip.lines(ModelContext(old))[0].hasPrefix("Alps 7"))
    #expect(try SecondVersion.Journey.lines(ModelContext(new))[0].hasPrefix("Alps 7"))
  }

  /// Large values are requested by the names of the current version.
  @Test func largeValuesUseTheVersionsNames() async throws {
    let place = try await ProviderKind.memory.makePlace()
    let (old, new) = (try container(FirstVersion.self), try container(SecondVersion.self))
    try insertTrip("Alps", old)
    try await engine(old, place).syncNow()
    var options = SyncOptions()
    options.largeValues = .onDemand
    let engine = try SyncEngine(new, place.provider(), options)
    try await engine.syncNow()
    let absent = try await engine.absentLargeValues(of: "Stop")
    #expect(absent.map(\.property) == ["image"])
    #expect(absent.map(\.size) == [40_000])
    #expect(try await engine.fetchLargeValues(of: absent.map(\.model)) == 1)
    #expect(
      try SecondVersion.Journey.lines(ModelContext(new)) == [#"Alps 0 ["a 40000", "b 10"]"#])
  }

  /// In CloudKit fields have Core Data's names, and records that were not written since the rename
  /// are still read.
  @Test func renamedPropertiesAreReadFromCloudKit() async throws {
    let place = await makeCloudKitFakePlace()
    let (old, new) = (try container(FirstVersion.self), try container(SecondVersion.self))
    let olds = ModelContext(old)
    for name in ["Alps", "Jura"] { olds.insert(FirstVersion.Trip(name: name)) }
    try olds.save()
    for container in [old, new] { try await engine(container, place).syncNow() }
    #expect(try SecondVersion.Journey.lines(ModelContext(new)) == ["Alps 0 []", "Jura 0 []"])
    let context = ModelContext(new)
    for journey in try context.fetch(FetchDescriptor<SecondVersion.Journey>())
    where journey.title == "Alps" {
      journey.title = "Andes"
      journey.count = 1
    }
    try context.save()
    let another = try container(SecondVersion.self)
    for container in [new, another] { try await engine(container, place).syncNow() }
    for container in [new, another] {
      #expect(
        try SecondVersion.Journey.lines(ModelContext(container)) == ["Andes 1 []", "Jura 0 []"])
    }
  }
}
