import Foundation
import OpenSwiftData
import Testing

@Model
class Expense {
  var amount: Int
  var city: String
  init(amount: Int, city: String) {
    self.amount = amount
    self.city = city
  }
}

@Model
final class Fare: Expense {
  var distance: Int
  init(amount: Int, city: String, distance: Int) {
    self.distance = distance
    super.init(amount: amount, city: city)
  }
}

/// Set operations on models with inherited attributes.
@Suite("Set operations and inheritance")
struct InheritedAttributeTests {
  private func start(_ kind: TestedStore) throws -> ModelContainer {
    let container = try TestStore(kind, for: Expense.self, Fare.self).container
    let context = ModelContext(container)
    context.insert(Expense(amount: 1, city: "a"))
    context.insert(Expense(amount: 2, city: "b"))
    context.insert(Fare(amount: 10, city: "a", distance: 5))
    context.insert(Fare(amount: 20, city: "a", distance: 6))
    try context.save()
    return container
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func aggregatesIncludeSubclasses(_ kind: TestedStore) throws {
    let container = try start(kind)
    let context = ModelContext(container)
    #expect(try context.aggregate(FetchDescriptor<Expense>(), .sum(\.amount)) == 33)
    #expect(try context.aggregate(FetchDescriptor<Fare>(), .sum(\.amount)) == 30)
    let farthest = try context.aggregate(FetchDescriptor<Fare>(), .maximum(\.distance))
    #expect(farthest == .some(6))
    let far = FetchDescriptor<Expense>(predicate: #Predicate { ($0 as? Fare)?.distance ?? 0 > 5 })
    #expect(try context.aggregate(far, .sum(\.amount)) == 20)
    context.insert(Fare(amount: 100, city: "c", distance: 1))
    #expect(try context.aggregate(FetchDescriptor<Expense>(), .sum(\.amount)) == 133)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func groupsAndListsHaveInheritedAttributes(_ kind: TestedStore) throws {
    let container = try start(kind)
    let context = ModelContext(container)
    let sums = try context.aggregate(
      FetchDescriptor<Expense>(), groupedBy: \.city, computing: .sum(\.amount))
    #expect(sums.map(\.key) == ["a", "b"])
    #expect(sums.map(\.values) == [31, 2])
    let pairs = try context.fetch(
      FetchDescriptor<Fare>(sortBy: [SortDescriptor(\.amount)]), selecting: \.city, \.distance)
    #expect(pairs.map(\.0) == ["a", "a"])
    #expect(pairs.map(\.1) == [5, 6])
    #expect(
      try context.fetch(
        FetchDescriptor<Expense>(sortBy: [SortDescriptor(\.amount)]), selecting: \.amount)
        == [1, 2, 10, 20])
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .updatesOfMany))
  func updatesReachSubclasses(_ kind: TestedStore) throws {
    let container = try start(kind)
    let context = ModelContext(container)
    let fares = try context.fetch(FetchDescriptor<Fare>(sortBy: [SortDescriptor(\.amount)]))
    #expect(try context.update(Expense.self, .increment(\.amount, by: 1)) == 4)
    #expect(fares.map(\.amount) == [11, 21])
    #expect(
      try context.update(
        Fare.self, where: #Predicate { $0.city == "a" && $0.distance > 5 },
        .set(\.distance, to: 50), .set(\.city, to: "z")) == 1)
    #expect(fares[1].distance == 50)
    #expect(fares[1].city == "z")
    #expect(
      try context.update(Expense.self, where: #Predicate { $0 is Fare }, .set(\.city, to: "y")) == 2
    )
    let cities = try ModelContext(container).fetch(
      FetchDescriptor<Expense>(sortBy: [SortDescriptor(\.amount)]))
    #expect(cities.map(\.city) == ["a", "b", "y", "y"])
  }
}
