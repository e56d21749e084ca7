// Models that inherit from other models.
import Foundation
import SwiftData

@Model
class Trip {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Stay.trip) var stays: [Stay] = []

  init(name: String) { self.name = name }
}

@Model
class BusinessTrip: Trip {
  var perDiem: Double

  init(name: String, perDiem: Double) {
    self.perDiem = perDiem
    super.init(name: name)
  }
}

@Model
final class Conference: BusinessTrip {
  var topic: String

  init(name: String, topic: String) {
    self.topic = topic
    super.init(name: name, perDiem: 40)
  }
}

@Model
final class Stay {
  var city: String
  var trip: Trip?

  init(city: String) { self.city = city }
}

let container = try ModelContainer(
  for: Trip.self, BusinessTrip.self, Conference.self, Stay.self,
  configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)

let conference = Conference(name: "Server days", topic: "Storage")
conference.stays = [Stay(city: "Ghent")]
for trip in [Trip(name: "Alps"), BusinessTrip(name: "Fair", perDiem: 60), conference] {
  context.insert(trip)
}
try context.save()

// Each trip is an instance of its own class; one statement reads all of them completely.
let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
for case let conference as Conference in trips { print(conference.name, conference.topic) }

// A subclass has its base class's properties, also in predicates and sort orders.
let generous = try context.fetch(
  FetchDescriptor<BusinessTrip>(
    predicate: #Predicate { $0.perDiem > 50 && $0.name != "Alps" },
    sortBy: [SortDescriptor(\.name), SortDescriptor(\.perDiem)]))
print(generous.map(\.name))

// Rows of a base class that belong to a subclass, and properties of the subclass.
let business = #Predicate<Trip> { $0 is BusinessTrip }
let storage = #Predicate<Trip> { ($0 as? Conference)?.topic == "Storage" }
let away = #Predicate<Stay> { $0.trip is BusinessTrip }
print(
  try context.fetchCount(FetchDescriptor(predicate: business)),
  try context.fetchCount(FetchDescriptor(predicate: storage)),
  try context.fetchCount(FetchDescriptor(predicate: away)))

// Conferences are business trips; this deletes only the other business trips.
try context.delete(model: BusinessTrip.self, includeSubclasses: false)
try context.save()
print(try context.fetchCount(FetchDescriptor<Trip>()))
