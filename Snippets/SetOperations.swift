import Foundation
import SwiftData

@Model
final class Trip {
  var name: String
  var city: String
  var days: Int
  var price: Decimal
  var start: Date
  var isOver = false

  init(name: String, city: String, days: Int, price: Decimal, start: Date) {
    self.name = name
    self.city = city
    self.days = days
    self.price = price
    self.start = start
  }
}

let container = try ModelContainer(
  for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
let today = Date(timeIntervalSince1970: 1_750_000_000)
for number in 1...20 {
  let trip = Trip(
    name: "Trip \(number)", city: number.isMultiple(of: 3) ? "Oslo" : "Lisbon", days: number % 7,
    price: Decimal(number) * 100, start: today.addingTimeInterval(Double(number - 10) * 86_400))
  context.insert(trip)
}
try context.save()

// Selected attributes, in the order of the descriptor.
let byStart = FetchDescriptor<Trip>(
  predicate: #Predicate { $0.days > 2 }, sortBy: [SortDescriptor(\.start)])
for (name, start) in try context.fetch(byStart, selecting: \.name, \.start) {
  print(name, start)
}

// The same as values of your own type.
struct Heading {
  let name: String
  let city: String
}

let headings = try context.fetch(byStart, selecting: \.name, \.city, as: Heading.init)
print(headings.count)

// Aggregates, several in one statement.
let (count, price, longest) = try context.aggregate(
  Trip.self, .count, .sum(\.price), .maximum(\.days))
print(count, price, longest ?? 0)

// Aggregates of groups.
let perCity = try context.aggregate(
  FetchDescriptor<Trip>(), groupedBy: \.city, computing: .count, .average(\.days))
for (city, (count, days)) in perCity {
  print(city, count, days ?? 0)
}

// The distinct values of an attribute.
let cities = try context.fetch(FetchDescriptor<Trip>(), selectingDistinct: \.city)
print(cities)

// New values for many models.
let updated = try context.update(
  Trip.self, where: #Predicate { $0.start < today }, .set(\.isOver, to: true),
  .increment(\.days, by: 1))
print(updated)
