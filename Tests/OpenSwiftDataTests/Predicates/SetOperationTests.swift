import Foundation
import Testing

@testable import OpenSwiftData

/// Compares set operations of stores with the same operations on models, for values of every type.
@Suite("Set operations on every type") struct SetOperationTests {
  private static let seed = TestSeed.seed

  @Test(arguments: StoreKind.available)
  func setOperationsAgreeWithMemory(kind: StoreKind) throws {
    for index in 0..<TestRun.count(kind == .inMemory ? 70 : 30) {
      var random = RandomValues(seed: Self.seed &+ UInt64(index), RandomTexts(kind, part: index))
      let store = try RowStore(count: 40, seed: random.generator.next(), in: kind, random.texts)
      for query in 0..<4 {
        var descriptor = FetchDescriptor<Row>()
        if random.below(3) > 0 { descriptor.predicate = random.predicate(depth: 1) }
        if random.bool() { descriptor.sortBy = random.sorting(numbers: false, strings: false) }
        if random.below(3) == 0 { random.restrict(&descriptor, count: 40) }
        let operations = try RowOperations(descriptor, in: store)
        for (name, isSame) in RowOperations.all where try !isSame(operations) {
          Issue.record(
            """
            \(kind.rawValue), seed \(Self.seed), store \(index), query \(query): \(name) differs, \
            \(operations.models.map(\.id)), \(descriptor.summary)
            """)
          return
        }
      }
    }
  }

  @Test(arguments: StoreKind.available)
  func anUpdateSetsWhatALoopWouldSet(kind: StoreKind) throws {
    for index in 0..<TestRun.count(kind == .inMemory ? 200 : 60) {
      var random = RandomValues(seed: Self.seed &+ UInt64(index), RandomTexts(kind, part: index))
      let store = try RowStore(count: 20, seed: random.generator.next(), in: kind, random.texts)
      for round in 0..<4 {
        var update = RandomRowUpdate(&random, store.kept)
        if random.bool() { update.predicate = random.predicate(depth: 1) }
        let expected = try update.expectation(in: store)
        let context = ModelContext(store.container)
        let place: Comment = "seed \(Self.seed), store \(index), round \(round): \(update.names)"
        if let count = expected.count {
          let found = try context.update(Row.self, where: update.predicate, update.assignments)
          #expect(found == count, place)
        } else {
          #expect(throws: SwiftDataError.valueCannotBeStored, place) {
            try context.update(Row.self, where: update.predicate, update.assignments)
          }
        }
        let contents = try RandomRowUpdate.contents(ModelContext(store.container))
        guard contents == expected.contents else {
          let difference = zip(contents, expected.contents).first { $0 != $1 }
          Issue.record("\(kind.rawValue), \(place), \(difference.map { "\($0)" } ?? "")")
          return
        }
      }
    }
  }
}
