import Foundation
import Testing

@testable import OpenSwiftData

/// Compares results of random predicates over related models in a store with results in memory.
@Suite("Differential over graphs") struct GraphDifferentialTests {
  private static let seed = TestSeed.seed
  private static let perGraph = 120

  @Test(arguments: StoreKind.available)
  func aStoreFindsWhatMemoryFinds(kind: StoreKind) throws {
    // With fewer predicates, the share of those that distinguish models would be left to chance.
    let count = max(Self.perGraph, kind.count(TestSeed.count * 3 / 10))
    var tally = Tally()
    for start in stride(from: 0, to: count, by: Self.perGraph) {
      let store = try GraphStore(seed: Self.seed &+ UInt64(start), in: kind)
      for index in start..<min(start + Self.perGraph, count) {
        let seed = Self.seed &+ UInt64(index)
        switch index % 6 {
        case 0: try Self.compare(Trip.self, seed, in: store, &tally)
        case 1: try Self.compare(Item.self, seed, in: store, &tally)
        case 2: try Self.compare(Tag.self, seed, in: store, &tally)
        case 3: try Self.compare(Note.self, seed, in: store, &tally)
        case 4: try Self.compare(Person.self, seed, in: store, &tally)
        default: try Self.compare(Pass.self, seed, in: store, &tally)
        }
        if tally.failures == 5 { return }
      }
    }
    print("\(kind.rawValue): \(count) predicates over graphs, \(tally.exact) of them wholly in SQL")
    // PostgreSQL only narrows down text searches to candidates.
    #expect(
      tally.exact > count * (kind == .postgres ? 7 : 9) / 10,
      "only \(tally.exact) of \(count) were said wholly in SQL")
    // Predicates with the same result for every model would prove little.
    #expect(tally.telling > count / 3, "\(tally.telling) of \(count) told models apart")
  }

  private struct Tally {
    var exact = 0
    var telling = 0
    var failures = 0
  }

  private static func compare<Model: GraphModel>(
    _ type: Model.Type, _ seed: UInt64, in store: GraphStore, _ tally: inout Tally
  ) throws {
    var random = RandomValues(seed: seed)
    let predicate = GraphGenerator.predicate(
      for: type, seed: random.generator.next(), depth: 1 + random.below(3), in: store)
    let models = store.models(type)
    let expected = try models.filter { try predicate.holds($0) }
    let translation = try store.translator(for: type).translate(predicate)
    if translation.isExact { tally.exact += 1 }
    if !expected.isEmpty, expected.count < models.count { tally.telling += 1 }
    let descriptor = FetchDescriptor(predicate: predicate)
    let context = ModelContext(store.container)
    let wanted = expected.map(\.persistentModelID)
    let isCounted = random.below(3) == 0
    do {
      // Counts first, before the context has any instances.
      let count = try isCounted ? context.fetchCount(descriptor) : wanted.count
      let identifiers = try isCounted ? context.fetchIdentifiers(descriptor) : wanted
      let found = try context.fetch(descriptor).map(\.persistentModelID)
      guard found != wanted || identifiers != wanted || count != wanted.count else { return }
      tally.failures += 1
      Issue.record(
        """
        seed \(seed), \(type): memory finds \(wanted.map(\.key)), the store \(found.map(\.key)), \
        \(identifiers.map(\.key)), \(count)
        \(try store.keyStatement(descriptor))
        """)
    } catch {
      tally.failures += 1
      Issue.record("seed \(seed), \(type): \(error)\n\(try store.keyStatement(descriptor))")
    }
  }
}
