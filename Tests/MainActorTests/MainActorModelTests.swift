import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@Suite("Models of a module on the main actor")
struct MainActorModelTests {
  private func makeContainer() throws -> ModelContainer {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    return try ModelContainer(
      for: Trip.self, Ticket.self, Panel.self, PanelPart.self, configurations: memory)
  }

  private func makeTrip() -> Trip {
    let trip = Trip(name: "north")
    trip.start = Place(name: "Rome", latitude: 41.9)
    trip.end = Place(name: "Oslo", latitude: 59.9)
    trip.stopovers = [Place(name: "Bonn", latitude: 50.7)]
    trip.places["x"] = Place(name: "Kiel", latitude: 54.3)
    trip.rank = .high
    trip.level = .second
    trip.levels.append(.first)
    trip.shape = .round(radius: 2)
    trip.shapes?.append(.round(radius: 1))
    trip.tickets = [Ticket(number: 1), Ticket(number: 2)]
    return trip
  }

  @Test func savedModelsAreReadBack() throws {
    let container = try makeContainer()
    let context = container.mainContext
    let trip = makeTrip()
    context.insert(trip)
    trip.favorite = trip.tickets[1]
    try context.save()

    let other = ModelContext(container)
    let fetched = try #require(other.fetch(FetchDescriptor<Trip>()).first)
    #expect(fetched.start == Place(name: "Rome", latitude: 41.9))
    #expect(fetched.end?.name == "Oslo")
    #expect(fetched.stopovers.map(\.name) == ["Bonn"])
    #expect(fetched.places["x"]?.name == "Kiel")
    #expect(fetched.rank == .high)
    #expect(fetched.inferred == .high)
    #expect(fetched.level == .second)
    #expect(fetched.levels == [.second, .first])
    #expect(fetched.shape == .round(radius: 2))
    #expect(fetched.shapes == [.square, .round(radius: 1)])
    #expect(fetched.tickets.map(\.number) == [1, 2])
    #expect(fetched.favorite?.number == 2)
  }

  @Test func predicatesFilterModels() throws {
    let context = try makeContainer().mainContext
    context.insert(makeTrip())
    context.insert(Trip(name: "south"))
    try context.save()
    let rank = Rank.high
    let ranked = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.rank == rank && $0.tickets.contains { $0.number == 2 } })
    #expect(try context.fetch(ranked).map(\.name) == ["north"])
    let named = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.name == "south" && $0.level == nil },
      sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetchCount(named) == 1)
  }

  @Test func modelsInheritFromEachOther() throws {
    let container = try ModelContainer(
      for: Vehicle.self, Bicycle.self, VehiclePart.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let bicycle = Bicycle(name: "b", gears: 7)
    bicycle.parts = [VehiclePart(label: "bell")]
    container.mainContext.insert(bicycle)
    container.mainContext.insert(Vehicle(name: "v"))
    try container.mainContext.save()
    let context = ModelContext(container)
    let found = try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.name)]))
    #expect((found[0] as? Bicycle)?.gears == 7)
    #expect(found[0].parts.first?.label == "bell")
    let fast = FetchDescriptor<Bicycle>(
      predicate: #Predicate { $0.gears > 5 && $0.name == "b" }, sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetch(fast).first === found[0])
    let parts = FetchDescriptor<VehiclePart>(predicate: #Predicate { $0.vehicle is Bicycle })
    #expect(try context.fetchCount(parts) == 1)
  }

  @Test func relationshipsAreFollowedThroughOptionals() throws {
    let container = try makeContainer()
    container.mainContext.insert(makeTrip())
    let panel = Panel(title: "left")
    container.mainContext.insert(panel)
    panel.parts = [PanelPart(number: 1), PanelPart(number: 2)]
    try container.mainContext.save()

    let context = ModelContext(container)
    let log = StatementLog()
    let observation = context.observeStatements { event in
      log.texts.withLock { $0.append(event.sql) }
    }
    defer { observation.cancel() }
    let sorted = FetchDescriptor<Ticket>(
      sortBy: [SortDescriptor(\.trip?.name), SortDescriptor(\.number, order: .reverse)])
    #expect(try context.fetch(sorted).map(\.number) == [2, 1])
    #expect(log.texts.withLock { $0.contains { $0.contains("LEFT JOIN") } })

    #expect(PanelPart._$optionalKeyPath(1) == \PanelPart?.?.panel)
  }

  @Test func modelsAreReadOffTheMainActor() async throws {
    let container = try makeContainer()
    container.mainContext.insert(makeTrip())
    try container.mainContext.save()
    let name = try await Task.detached {
      let context = ModelContext(container)
      let trip = try #require(context.fetch(FetchDescriptor<Trip>()).first)
      trip.count += 1
      try context.save()
      return trip.start.name
    }.value
    #expect(name == "Rome")
    let counts = try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.count)
    #expect(counts == [1])
  }

  @Test func schemasAreMadeOffTheMainActor() async throws {
    let names = try await Task.detached {
      let memory = ModelConfiguration(isStoredInMemoryOnly: true)
      let container = try ModelContainer(for: Trip.self, Panel.self, configurations: memory)
      let context = ModelContext(container)
      let trip = Trip(name: "far")
      context.insert(trip)
      try context.save()
      return container.schema.entities.map(\.name).sorted()
    }.value
    #expect(names == ["Panel", "PanelPart", "Ticket", "Trip"])
  }

  @Test func modelsMayBelongToTheMainActor() throws {
    let container = try makeContainer()
    let context = container.mainContext
    let panel = Panel(title: "left")
    context.insert(panel)
    panel.grow()
    panel.place = Place(name: "Bonn", latitude: 50.7)
    panel.parts.append(PanelPart(number: 4))
    try context.save()
    let other = ModelContext(container)
    let fetched = try #require(other.fetch(FetchDescriptor<Panel>()).first)
    #expect(fetched.size == 2)
    #expect(fetched.place?.name == "Bonn")
    #expect(fetched.parts.map(\.number) == [4])
    #expect(fetched.parts.first?.panel === fetched)
  }

  @Test func modelsAreObserved() throws {
    let trip = makeTrip()
    let panel = Panel(title: "left")
    let changes = Changes()
    withObservationTracking {
      _ = trip.start
      _ = panel.size
    } onChange: {
      changes.note()
    }
    panel.grow()
    #expect(changes.count == 1)
  }
}

/// Counts notifications from any isolation.
nonisolated private final class Changes: @unchecked Sendable {
  // `@unchecked`: the test changes it on one thread only.
  private(set) var count = 0
  func note() { count += 1 }
}

/// The observed statements.
nonisolated private final class StatementLog: Sendable {
  let texts = Mutex<[String]>([])
}
