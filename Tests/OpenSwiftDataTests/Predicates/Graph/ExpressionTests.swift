import Foundation
import Testing

@testable import OpenSwiftData

/// Foundation's `#Expression` evaluated inside predicates.
@Suite("Expressions in predicates") struct ExpressionTests {
  private let store: GraphStore

  init() throws { store = try GraphStore(seed: TestSeed.seed, size: 30) }

  private func expect<Model: GraphModel>(
    _ predicate: Predicate<Model>, isExact: Bool = true,
    _ location: SourceLocation = #_sourceLocation, _ plain: (Model) -> Bool
  ) throws {
    let models = store.models(Model.self)
    let expected = models.filter(plain).map(\.persistentModelID)
    let descriptor = FetchDescriptor(predicate: predicate)
    let found = try ModelContext(store.container).fetch(descriptor).map(\.persistentModelID)
    #expect(found == expected, "seed \(TestSeed.seed)", sourceLocation: location)
    let memory = try models.filter { try predicate.evaluate($0) }.map(\.persistentModelID)
    #expect(memory == expected, "seed \(TestSeed.seed), in memory", sourceLocation: location)
    let translation = try store.translator(for: Model.self).translate(predicate)
    #expect(
      translation.isExact == isExact, "\(translation.obstacle.debugDescription)",
      sourceLocation: location)
  }

  @Test func expressionsComputeFromRelatedModels() throws {
    let open = #Expression<[Item], Int> { items in items.filter { $0.isOpen }.count }
    try expect(#Predicate<Trip> { $0.number >= 0 && open.evaluate($0.items) > 0 }) {
      $0.items.contains { $0.isOpen }
    }
    try expect(#Predicate<Item> { $0.trip.flatMap { open.evaluate($0.items) } == 1 }) {
      $0.trip?.items.count { $0.isOpen } == 1
    }
    try expect(#Predicate<Item> { $0.trip != nil && open.evaluate($0.trip!.items) == 1 }) {
      $0.trip?.items.count { $0.isOpen } == 1
    }
    let named = #Expression<Trip, Bool> { $0.name == "a" || $0.items.isEmpty }
    try expect(#Predicate<Trip> { !named.evaluate($0) }) { $0.name != "a" && !$0.items.isEmpty }
    try expect(#Predicate<Item> { $0.trip != nil && named.evaluate($0.trip!) }) {
      $0.trip?.name == "a"
    }
    let rank = #Expression<Trip, Int?> { $0.rank }
    try expect(#Predicate<Trip> { rank.evaluate($0) == 2 }) { $0.rank == 2 }
  }

  @Test func expressionsTakeSeveralValues() throws {
    let sum = #Expression<Int, Int, Int> { $0 + $1 }
    let limit = 4
    try expect(#Predicate<Trip> { sum.evaluate($0.number, $0.items.count) > limit }) {
      $0.number + $0.items.count > limit
    }
    try expect(#Predicate<Trip> { sum.evaluate(sum.evaluate(1, $0.number), 2) == 5 }) {
      $0.number == 2
    }
    try expect(#Predicate<Trip> { sum.evaluate(1, sum.evaluate(2, 3)) == $0.number + 4 }) {
      $0.number == 2
    }
    try expect(#Predicate<Trip> { sum.evaluate($0.number, 1) == sum.evaluate(2, 1) }) {
      $0.number == 2
    }
  }

  @Test func expressionsNestInPredicatesAndExpressions() throws {
    let double = #Expression<Int, Int> { $0 * 2 }
    let quadruple = #Predicate<Trip> { double.evaluate(double.evaluate($0.number)) > 8 }
    try expect(#Predicate<Trip> { quadruple.evaluate($0) && $0.isOpen }) {
      $0.number > 2 && $0.isOpen
    }
    try expect(
      #Predicate<Item> { item in
        item.trip.flatMap { quadruple.evaluate($0) } ?? false
      }
    ) { $0.trip.map { $0.number > 2 } ?? false }
    try expect(#Predicate<Trip> { $0.items.contains { double.evaluate($0.number) == 4 } }) {
      $0.items.contains { $0.number == 2 }
    }
  }

  @Test func expressionsThatSQLLacksAreEvaluatedInMemory() throws {
    let first = #Expression<[Item], String?> { $0.first?.name }
    try expect(#Predicate<Trip> { first.evaluate($0.items) == "a" }, isExact: false) {
      $0.items.first?.name == "a"
    }
  }

  @Test func anExpressionMayBeMissing() throws {
    let none: Expression<Int, Bool>? = nil
    let some: Expression<Int, Bool>? = #Expression<Int, Bool> { $0 > 2 }
    try expect(#Predicate<Trip> { some?.evaluate($0.number) ?? true }) { $0.number > 2 }
    try expect(#Predicate<Trip> { none == nil || none!.evaluate($0.number) }) { _ in true }
  }

  @Test func expressionsThatRepeatTheirValueStayBounded() throws {
    let square = #Expression<Int, Int> { ($0 + $0) % 7 + $0 }
    var predicate = #Predicate<Trip> { square.evaluate($0.number) >= 0 }
    for _ in 0..<3 {
      let inner = predicate
      predicate = #Predicate<Trip> {
        inner.evaluate($0)
          && square.evaluate(
            square.evaluate(
              square.evaluate(
                square.evaluate(
                  square.evaluate(square.evaluate(square.evaluate(square.evaluate($0.number))))))))
            >= 0
      }
    }
    try expect(predicate, isExact: false) { _ in true }
  }
}
