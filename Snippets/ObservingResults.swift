import Foundation
import SwiftData

@Model
final class Trip {
  var name: String
  var country: String?
  var start: Date
  var isOver = false

  init(name: String, start: Date = .now) {
    self.name = name
    self.start = start
  }
}

let container = try ModelContainer(
  for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = container.mainContext

// The result of a fetch that stays as it would be fetched just now.
let planned = try ResultsObserver<Trip, Never>(
  filterBy: #Predicate { !$0.isOver }, sortBy: [SortDescriptor(\.start)], modelContext: context)

context.insert(Trip(name: "Alps"))
print(planned.results.map(\.name))

withObservationTracking {
  print(planned.results.count, "trips")
} onChange: {
  print("The trips are about to change.")
}

// In sections, each with a title.
let byCountry = try ResultsObserver<Trip, String>(
  sortBy: [SortDescriptor(\.start)], sectionBy: \.country, modelContext: context)
if let sections = byCountry.sections {
  for section in sections { print(section.title, section.map(\.name)) }
}

// What else is wanted is fetched at once.
planned.filterBy = #Predicate { $0.name.contains("a") }
planned.sortBy = [SortDescriptor(\.name)]

// What is saved, by whichever context or process.
let history = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
try context.save()
print(history.eventCounter)

/// Prints the trips, and prints them again whenever they are others.
@MainActor
func follow(_ context: ModelContext) async throws {
  // Models, on the actor that their context is used on.
  for try await trips in context.results(of: FetchDescriptor<Trip>()) {
    print(trips.map(\.name))
  }
}

/// Serves the names of the trips.
func serve(_ container: ModelContainer) async throws {
  // Values, made off the caller's actor, that may go anywhere.
  let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)])
  for try await names in container.results(of: descriptor, as: \.name) {
    print(names)
  }
}
