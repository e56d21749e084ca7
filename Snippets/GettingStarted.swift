import Foundation
import SwiftData

// A model is a class whose properties are stored.
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

// A container opens the store, here in a temporary folder.
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let file = folder.appendingPathComponent("trips.store")

let container = try ModelContainer(
  for: Trip.self, configurations: ModelConfiguration(url: file))

// A context contains the models that the program uses, and saves their changes.
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

// To update a model, set its properties and save.
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
