import Foundation
import Testing

@testable import OpenSwiftData

/// Compares results of random predicates and sort orders in stores with results in memory.
@Suite("Differential") struct DifferentialTests {
  private static let seed = TestSeed.seed

  @Test(arguments: StoreKind.available)
  func aStoreFindsWhatMemoryFinds(kind: StoreKind) throws {
    let count = kind.count(TestSeed.count)
    var exact = 0
    let batch = kind == .postgres ? 50 : 500
    var failures = 0
    for start in stride(from: 0, to: count, by: batch) {
      let texts = RandomTexts(kind, part: start / batch)
      let store = try RowStore(count: 40, seed: Self.seed &+ UInt64(start), in: kind, texts)
      for index in start..<min(start + batch, count) {
        var random = RandomValues(seed: Self.seed &+ UInt64(index), texts)
        let predicate = random.predicate(depth: random.below(4))
        var descriptor = FetchDescriptor(predicate: predicate)
        random.restrict(&descriptor, count: 20)
        if store.translator.translate(predicate).isExact { exact += 1 }
        let isCounted = index.isMultiple(of: 3)
        if let difference = try Self.difference(descriptor, in: store, isCounted: isCounted) {
          Issue.record("seed \(Self.seed), predicate \(index): \(difference)")
          failures += 1
          if failures == 5 { return }
        }
      }
    }
    print("\(kind.rawValue): \(count) predicates, \(exact) of them wholly in SQL")
    // PostgreSQL only narrows down text searches to candidates.
    #expect(
      exact > count / (kind == .postgres ? 3 : 2),
      "only \(exact) of \(count) were said wholly in SQL")
  }

  @Test(arguments: StoreKind.available)
  func aStoreSortsAsMemorySorts(kind: StoreKind) throws {
    // Each store is created from scratch.
    let stores = kind == .inMemory ? 150 : kind == .file ? 15 : TestRun.count(150, atLeast: 5)
    var exact = 0
    for index in 0..<stores {
      var random = RandomValues(seed: Self.seed &+ UInt64(index), RandomTexts(kind, part: index))
      let store = try RowStore(
        count: 25, seed: random.generator.next(), allowsNaN: false, in: kind, random.texts)
      let strings = store.values.isOrderOfStringsConsistent
      for _ in 0..<10 {
        var descriptor = FetchDescriptor<Row>()
        if random.bool() { descriptor.predicate = random.predicate(depth: 1) }
        descriptor.sortBy = random.sorting(numbers: true, strings: strings)
        if store.translator.order(by: descriptor.sortBy).isExact { exact += 1 }
        random.restrict(&descriptor, count: 25)
        if let difference = try Self.difference(descriptor, in: store) {
          Issue.record("seed \(Self.seed), sort \(index): \(difference)")
          return
        }
      }
    }
    print("\(kind.rawValue): \(stores * 10) sorts, \(exact) of them wholly in SQL")
    #expect(exact > stores * 10 / 2, "only \(exact) of \(stores * 10) were said in SQL")
  }

  @Test(arguments: StoreKind.available)
  func aStoreReadsWhatWasSaved(kind: StoreKind) throws {
    let store = try RowStore(count: 500, seed: Self.seed, in: kind)
    for (row, values) in zip(
      try ModelContext(store.container).fetch(FetchDescriptor<Row>()), store.values)
    {
      #expect(values.differences(from: row).isEmpty, "seed \(Self.seed), row \(values)")
    }
  }

  // `isCounted` specifies whether to compare the count and the identifiers as well.
  private static func difference(
    _ descriptor: FetchDescriptor<Row>, in store: RowStore, isCounted: Bool = true
  ) throws -> String? {
    do {
      let expected = try descriptor.answer(from: store.rows)
      let context = ModelContext(store.container)
      // Counts first, before the context has any instances.
      let count = try isCounted ? context.fetchCount(descriptor) : expected.count
      let identifiers =
        try isCounted
        ? context.fetchIdentifiers(descriptor) : expected.map(\.persistentModelID)
      let found = try context.fetch(descriptor).map(\.id)
      guard
        found != expected.map(\.id) || count != expected.count
          || identifiers != expected.map(\.persistentModelID)
      else { return nil }
      let wrong = Set(found).symmetricDifference(expected.map(\.id)).min()
      return """
        memory finds \(expected.map(\.id)), the store \(found), \(count), \(identifiers.map(\.key));
        first difference: \(wrong.map { "\(store.values[$0 - 1])" } ?? "order")
        \(descriptor.predicate.flatMap(store.text) ?? "-")
        \(descriptor.summary)
        """
    } catch {
      return "\(error)\n\(descriptor.predicate.flatMap(store.text) ?? "-")\n\(descriptor.summary)"
    }
  }
}
