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

// A fetch result that stays up to date.
let planned = try ResultsObserver<Trip, Never>(
  filterBy: #Predicate { !$0.isOver }, sortBy: [SortDescriptor(\.start)], modelContext: context)

context.insert(Trip(name: "Alps"))
print(planned.results.map(\.name))

withObservationTracking {
  print(planned.results.count, "trips")
} onChange: {
  print("The trips are about to change.")
}

// The same in sections, each with a title.
let byCountry = try ResultsObserver<Trip, String>(
  sortBy: [SortDescriptor(\.start)], sectionBy: \.country, modelContext: context)
if let sections = byCountry.sections {
  for section in sections { print(section.title, section.map(\.name)) }
}

// A changed filter or sort order fetches again at once.
planned.filterBy = #Predicate { $0.name.contains("a") }
planned.sortBy = [SortDescriptor(\.name)]

// Saves of every context and process.
let history = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
try context.save()
print(history.eventCounter)

/// Prints the trips now and after each change.
@MainActor
func follow(_ context: ModelContext) async throws {
  // Models, on the actor of their context.
  for try await trips in context.results(of: FetchDescriptor<Trip>()) {
    print(trips.map(\.name))
  }
}

/// Serves the names of the trips.
func serve(_ container: ModelContainer) async throws {
  // Values that are created off the caller's actor and can be sent anywhere.
  let descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)])
  for try await names in container.results(of: descriptor, as: \.name) {
    print(names)
  }
}
