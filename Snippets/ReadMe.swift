import Foundation
import SwiftData

@Model final class Trip {
  var name: String
  var days: Int
  init(name: String, days: Int) { (self.name, self.days) = (name, days) }
}

let container = try ModelContainer(
  for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
context.insert(Trip(name: "Lisbon", days: 3))
context.insert(Trip(name: "Oslo", days: 7))
try context.save()
let long = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.days > 5 }))
print(long.map(\.name))
