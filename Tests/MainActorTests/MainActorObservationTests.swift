import Foundation
import SwiftData
import Testing

/// Observers and snapshots in modules with the default isolation `MainActor`.
@Suite("Observers and snapshots of a module on the main actor")
struct MainActorObservationTests {
  private func makeContainer() throws -> ModelContainer {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    return try ModelContainer(
      for: Trip.self, Ticket.self, Panel.self, PanelPart.self, configurations: memory)
  }

  @Test func resultsFollowChanges() async throws {
    let container = try makeContainer()
    let context = container.mainContext
    let observer = try ResultsObserver<Trip, Never>(
      filterBy: #Predicate { $0.name != "" }, sortBy: [SortDescriptor(\.name)],
      modelContext: context)
    let sections = try ResultsObserver<Trip, String>(sectionBy: \.name, modelContext: context)
    context.insert(Trip(name: "north"))
    context.insert(Trip(name: "east"))
    #expect(observer.results.map(\.name) == ["east", "north"])
    #expect(sections.sections?.sectionTitles == ["east", "north"])
    for try await trips in context.results(of: FetchDescriptor<Trip>()) {
      #expect(trips.count == 2)
      break
    }
  }

  @Test func snapshotsAreSentAndApplied() async throws {
    let container = try makeContainer()
    let context = container.mainContext
    let trip = Trip(name: "north")
    context.insert(trip)
    trip.tickets = [Ticket(number: 1)]
    try context.save()
    var snapshot = ModelSnapshot(trip)
    #expect(snapshot.rank == .low)
    #expect(snapshot.tickets.count == 1)
    #expect(snapshot.end == nil)
    snapshot.rank = .high
    snapshot.start.name = "Rome"
    snapshot.favorite = snapshot.tickets[0]
    let sent = await Task.detached { [snapshot] in snapshot }.value
    try context.apply(sent)
    #expect(trip.rank == .high)
    #expect(trip.start.name == "Rome")
    #expect(trip.favorite === trip.tickets[0])
  }
}
