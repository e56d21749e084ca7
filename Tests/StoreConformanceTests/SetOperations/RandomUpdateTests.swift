import Foundation
import OpenSwiftData
import Testing

/// Compares updates of many models with a loop that sets properties of fetched models.
@Suite("Random updates")
struct RandomUpdateTests {
  /// An assignment, and the same for one model: `prepare` reads, and the returned closure sets the
  /// value.
  private struct Step {
    let attribute: String
    let assignment: Assignment<Purchase>
    let prepare: (Purchase) -> () -> Void
  }

  @Test(arguments: TestedStore.supporting(.updatesOfMany))
  func updatesEqualALoopOverFetchedModels(_ kind: TestedStore) throws {
    let count = TestRun.count(kind.name == TestedStore.sqliteMemory.name ? 500 : 60)
    for seed in (0..<UInt64(count)).map(TestRun.seed) {
      let updated = try Side(kind, seed)
      let looped = try Side(kind, seed)
      for round in 0..<4 {
        var random = SeededGenerator(seed: seed &* 31 &+ UInt64(round))
        let steps = Self.steps(using: &random)
        let predicate =
          Bool.random(using: &random)
          ? FetchDescriptor<Purchase>.predicates.randomElement(using: &random) : nil
        let count = try updated.update(predicate, steps.map(\.assignment))
        let expected = try looped.loop(predicate) { model in
          let setters = steps.map { $0.prepare(model) }
          for set in setters { set() }
        }
        #expect(count == expected)
        guard try updated.values() == looped.values() else {
          Issue.record(
            "\(TestRun.comment), seed \(seed), round \(round): \(steps.map(\.attribute)) in memory")
          return
        }
        let pending = random.next()
        if pending % 3 == 0 {
          try updated.context.save()
          try looped.context.save()
        }
        try updated.change(seed: pending)
        try looped.change(seed: pending)
      }
      try updated.context.save()
      try looped.context.save()
      let isSame = try updated.storedValues() == looped.storedValues()
      let isKept = try updated.values() == updated.storedValues()
      guard isSame, isKept else {
        Issue.record("seed \(seed): what is stored differs")
        return
      }
    }
  }

  private static func steps(using random: inout SeededGenerator) -> [Step] {
    let amount = Int.random(in: 1...3, using: &random)
    let other = Purchase(code: 0, from: &random)
    let (title, spot, mood, price) = (other.title, other.spot, other.mood, other.price)
    let all: [Step] = [
      Step(attribute: "count", assignment: .increment(\.count, by: amount)) { model in
        let value = model.count + amount
        return { model.count = value }
      },
      Step(attribute: "optionalCount", assignment: .set(\.optionalCount, to: \.count)) { model in
        let value = model.count
        return { model.optionalCount = value }
      },
      Step(attribute: "title", assignment: .set(\.title, to: title)) { model in
        { model.title = title }
      },
      Step(attribute: "comment", assignment: .set(\.comment, to: \.title)) { model in
        let value = model.title
        return { model.comment = value }
      },
      Step(attribute: "spot", assignment: .set(\.spot, to: spot)) { model in
        { model.spot = spot }
      },
      Step(attribute: "mood", assignment: .set(\.mood, to: mood)) { model in
        { model.mood = mood }
      },
      Step(attribute: "price", assignment: .set(\.price, to: price)) { model in
        { model.price = price }
      },
      Step(attribute: "isPaid", assignment: .set(\.isPaid, to: true)) { model in
        { model.isPaid = true }
      },
      Step(attribute: "dueDate", assignment: .increment(\.dueDate, by: 60)) { model in
        let value = model.dueDate?.addingTimeInterval(60)
        return { model.dueDate = value }
      },
      Step(attribute: "ratio", assignment: .decrement(\.ratio, by: 0.5)) { model in
        let value = model.ratio - 0.5
        return { model.ratio = value }
      },
      Step(attribute: "tags", assignment: .set(\.tags, to: ["b"])) { model in
        { model.tags = ["b"] }
      },
    ]
    let count = Int.random(in: 1...5, using: &random)
    return Array(all.shuffled(using: &random).prefix(count))
  }
}

/// One of two stores with the same contents and the same unsaved changes, to compare the results.
private final class Side {
  let context: ModelContext
  private let store: TestStore
  /// Some of the instances, retained so that an update finds them in memory.
  private var held: [Purchase] = []

  init(_ kind: TestedStore, _ seed: UInt64) throws {
    store = try TestStore(kind, for: Purchase.self)
    context = store.makeContext()
    try store.makeContext().savePurchases(25, seed: seed)
    var random = SeededGenerator(seed: seed)
    held = try context.fetch(FetchDescriptor<Purchase>(predicate: #Predicate { $0.count > 0 }))
    if Bool.random(using: &random) { try change(seed: seed) }
  }

  func change(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isRolledBack = random.next() % 5 == 0
    if isRolledBack { try context.save() }
    try context.changePurchases(using: &random)
  }

  func update(
    _ predicate: Predicate<Purchase>?, _ assignments: [Assignment<Purchase>]
  ) throws -> Int {
    try context.update(Purchase.self, where: predicate, assignments)
  }

  func loop(_ predicate: Predicate<Purchase>?, _ body: (Purchase) -> Void) throws -> Int {
    let models = try context.fetch(FetchDescriptor(predicate: predicate))
    for model in models { body(model) }
    return models.count
  }

  /// The values of the context's models.
  func values() throws -> [String] { try values(context) }

  /// The stored values.
  func storedValues() throws -> [String] { try values(store.makeContext()) }

  private func values(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.code)])).map {
      """
      \($0.code) \($0.title) \($0.comment ?? "-") \($0.count) \($0.optionalCount ?? -9) \($0.ratio) \
      \($0.price) \($0.dueDate?.timeIntervalSinceReferenceDate ?? 0) \($0.isPaid) \($0.tags) \
      \($0.mood?.rawValue ?? "-") \(String(describing: $0.spot))
      """
    }
  }
}
