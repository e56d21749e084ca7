import Foundation
import OpenSwiftData
import RandomTesting
import Testing

/// Saves that insert many models, some with the unique values of others: a store that writes rows
/// together has to do the same as one that writes them one by one.
@Suite("Random upserts")
struct RandomUpsertTests {
  @Model
  final class Crate {
    #Unique<Crate>([\.name], [\.number, \.row])
    var name: String
    var number: Int
    var row: Int
    var label: String
    @Relationship(deleteRule: .nullify, inverse: \Bottle.crate) var bottles: [Bottle] = []

    init(name: String, number: Int, row: Int, label: String) {
      (self.name, self.number, self.row, self.label) = (name, number, row, label)
    }
  }

  @Model
  final class Bottle {
    @Attribute(.unique) var code: String?
    var label: String
    var crate: Crate?
    var origin: Bottle?
    @Relationship(inverse: \Bottle.origin) var copies: [Bottle] = []
    @Relationship(inverse: \Sticker.bottles) var stickers: [Sticker] = []

    init(code: String?, label: String) { (self.code, self.label) = (code, label) }
  }

  @Model
  final class Sticker {
    @Attribute(.unique) var text: String
    var bottles: [Bottle] = []

    init(text: String) { self.text = text }
  }

  private static let models: [any PersistentModel.Type] = [
    Crate.self, Bottle.self, Sticker.self,
  ]

  @Test(
    arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows, .memberOrder),
    [UInt64(1), 2, 3, 4])
  func savesHaveTheSameResultInEveryStore(_ kind: TestedStore, seed: UInt64) throws {
    let store = try TestStore(kind, Self.models)
    let reference = try TestStore(.sqliteMemory, Self.models)
    // Where no list has an order of its own, two lists that become one are not ordered.
    for store in [store, reference] { try Self.order(store.makeContext()) }
    var generator = SeededGenerator(seed: TestRun.seed(seed))
    for step in 0..<TestRun.count(400, atLeast: 40) {
      // Both stores get the same program.
      let start = generator.next()
      let outcomes = try [store, reference].map { store in
        var own = SeededGenerator(seed: start)
        let context = store.makeContext()
        context.insertionPolicy =
          [.upsert, .upsert, .upsert, .keepExisting, .fail]
          .randomElement(using: &own) ?? .upsert
        try Self.change(context, step, &own)
        do {
          try context.save()
        } catch SwiftDataError.uniqueValueIsTaken {
          return ["taken"] + (try Self.contents(store.makeContext()))
        }
        // What the context knows is what others read.
        let known = try Self.contents(context)
        let read = try Self.contents(store.makeContext())
        #expect(known == read, "\(TestRun.comment), seed \(seed), step \(step)")
        return read
      }
      try #require(
        outcomes[0] == outcomes[1], "\(TestRun.comment), seed \(seed), step \(step)")
    }
  }

  /// Gives a list an order of its own.
  private static func order(_ context: ModelContext) throws {
    let crate = Crate(name: "c", number: -1, row: 0, label: "first")
    context.insert(crate)
    crate.bottles = [Bottle(code: nil, label: "a"), Bottle(code: nil, label: "b")]
    try context.save()
    crate.bottles.reverse()
    try context.save()
  }

  /// Inserts models and relates them to each other and to stored ones.
  private static func change(
    _ context: ModelContext, _ step: Int, _ generator: inout SeededGenerator
  ) throws {
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let many = number(4) == 0 ? 30 : 6
    var crates = try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.name)]))
    var bottles = try context.fetch(FetchDescriptor<Bottle>(sortBy: [SortDescriptor(\.label)]))
    var stickers = try context.fetch(FetchDescriptor<Sticker>(sortBy: [SortDescriptor(\.text)]))
    for index in 0..<number(many) {
      let crate = Crate(
        name: "c\(number(many * 2))", number: number(many), row: number(4),
        label: "\(step).\(index)")
      context.insert(crate)
      crates.append(crate)
    }
    for index in 0..<number(many) {
      let code = number(8) == 0 ? nil : "b\(number(many * 2))"
      let bottle = Bottle(code: code, label: "\(step).\(index)")
      context.insert(bottle)
      if number(2) == 0 { bottle.crate = crates.randomElement(using: &generator) }
      if number(3) == 0 { bottle.origin = bottles.randomElement(using: &generator) }
      bottles.append(bottle)
    }
    for _ in 0..<number(4) {
      let sticker = Sticker(text: "s\(number(8))")
      context.insert(sticker)
      stickers.append(sticker)
      for _ in 0..<number(3) {
        guard let bottle = bottles.randomElement(using: &generator),
          !sticker.bottles.contains(where: { $0 === bottle })
        else { continue }
        sticker.bottles.append(bottle)
      }
    }
    if number(3) == 0, let crate = crates.randomElement(using: &generator) {
      crate.bottles.shuffle(using: &generator)
    }
  }

  private static func contents(_ context: ModelContext) throws -> [String] {
    let crates = try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.name)]))
    let bottles = try context.fetch(
      FetchDescriptor<Bottle>(sortBy: [SortDescriptor(\.label), SortDescriptor(\.code)]))
    let stickers = try context.fetch(FetchDescriptor<Sticker>(sortBy: [SortDescriptor(\.text)]))
    return crates.map { crate in
      "\(crate.name) \(crate.number) \(crate.row) \(crate.label) \(crate.bottles.map(\.label))"
    }
      + bottles.map { bottle in
        "\(bottle.code ?? "-") \(bottle.label) in \(bottle.crate?.name ?? "-") "
          + "of \(bottle.origin?.label ?? "-") \(bottle.copies.map(\.label).sorted())"
      }
      + stickers.map { "\($0.text) \($0.bottles.map(\.label).sorted())" }
  }
}
