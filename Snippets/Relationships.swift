import Foundation
import SwiftData

@Model
final class Trip {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []

  init(name: String) { self.name = name }
}

@Model
final class Item {
  var title: String
  var trip: Trip?

  init(title: String, trip: Trip? = nil) {
    self.title = title
    self.trip = trip
  }
}

let container = try ModelContainer(
  for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)

// Inserting one model inserts every model that is reachable from it.
let alps = Trip(name: "Alps")
alps.items = [Item(title: "boots"), Item(title: "rope")]
context.insert(alps)

// Both sides are updated at once.
let coast = Trip(name: "Coast")
context.insert(coast)
alps.items[0].trip = coast
print(alps.items.map(\.title), coast.items.map(\.title))
try context.save()

// One statement for the trips and one for all their items.
var descriptor = FetchDescriptor<Trip>(
  predicate: #Predicate { trip in trip.items.contains { $0.title == "rope" } })
descriptor.relationshipKeyPathsForPrefetching = [\.items]
for trip in try context.fetch(descriptor) {
  print(trip.name, trip.items.count)
}

// The delete rule of `items` deletes them, too.
context.delete(alps)
try context.save()

// Changes between two saves are undone as one step.
context.undoManager = UndoManager()
coast.name = "North coast"
coast.items.removeAll()
context.undoManager?.undo()
print(coast.name, coast.items.map(\.title))
