import Foundation
import SwiftData

@Model
final class Trip {
  var name: String
  var rating: Double?
  @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []

  init(name: String) { self.name = name }
}

@Model
final class Item {
  var title: String
  var trip: Trip?

  init(title: String) { self.title = title }
}

/// A server of trip ratings.
actor Ratings {
  func rated(_ trip: ModelSnapshot<Trip>) async -> ModelSnapshot<Trip> {
    var trip = trip
    trip.rating = 4.5
    return trip
  }
}

let container = try ModelContainer(
  for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
let trip = Trip(name: "Alps")
context.insert(trip)
try context.save()

// The values of a model can be sent to any actor …
let snapshot = ModelSnapshot(trip)
print(snapshot.name, snapshot.rating ?? 0, snapshot.items.count)

// … changed there, and sent back.
let rated = await Ratings().rated(snapshot)
try context.apply(rated)
try context.save()

// Relationships are represented by the identifiers of models.
var item = ModelSnapshot(Item(title: "boots"))
item.trip = trip.persistentModelID
let boots = try context.insert(item)
print(boots.trip?.name ?? "")

// A property that both the snapshot and the model changed is a conflict.
var renamed = ModelSnapshot(trip)
renamed.name = "The Alps"
trip.name = "Alps 2027"
do {
  try context.apply(renamed)
} catch let conflict as SnapshotConflict<Trip> {
  print(conflict.propertyNames, conflict.current?.name ?? "", conflict.snapshot.name)
  try context.apply(renamed, onConflict: .keepModel)
}

// A whole fetch result as values.
let all = try context.fetchSnapshots(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
let data = try JSONEncoder().encode(all)
print(try JSONDecoder().decode([ModelSnapshot<Trip>].self, from: data) == all)
