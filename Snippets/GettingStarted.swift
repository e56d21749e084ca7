import Foundation
import SwiftData

// A model is a class; what it stores are its properties.
@Model
final class Trip {
  @Attribute(.unique) var name: String
  var start: Date
  var stops: [String] = []
  var rating: Double?

  init(name: String, start: Date) {
    self.name = name
    self.start = start
  }
}

// A container opens the store: a file of its own in a temporary folder here.
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let file = folder.appendingPathComponent("trips.store")

let container = try ModelContainer(
  for: Trip.self, configurations: ModelConfiguration(url: file))

// A context holds the models that the program works with, and saves what changed.
let context = ModelContext(container)
let trip = Trip(name: "Lisbon", start: .now)
trip.stops = ["Belém", "Sintra"]
context.insert(trip)
try context.save()

// Another context sees what was saved.
let reader = ModelContext(container)
let query = FetchDescriptor<Trip>(
  predicate: #Predicate { $0.name.contains("Lis") },
  sortBy: [SortDescriptor(\.start, order: .reverse)])
for trip in try reader.fetch(query) {
  print(trip.name, trip.stops)
}

// Setting a property is all that an update takes.
for trip in try reader.fetch(query) {
  trip.rating = 4.5
}
try reader.save()

// Deleting takes effect with the next save.
for trip in try reader.fetch(query) {
  reader.delete(trip)
}
try reader.save()
print(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()))
