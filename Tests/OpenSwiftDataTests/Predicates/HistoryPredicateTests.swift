import Foundation
import Testing

@testable import OpenSwiftData

@Model final class PathLeaf {
  var text: String
  init(_ text: String) { self.text = text }
}

@Model final class PathStone {
  var weight = 0
  init() {}
}

private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

/// Compares results of history predicates and sort orders in stores with results in memory.
@Suite("Predicates on histories")
struct HistoryPredicateTests {
  private static let authors = [
    "Ann", "Bob", nil, "", "ann", "Änne", "A\u{308}nne", "Ω", "\u{2126}", "Zoë",
  ]

  @Test(arguments: StoreKind.available)
  func historyPredicatesFindWhatMemoryFinds(kind: StoreKind) throws {
    let place = try StorePlace(kind)
    let container = try ModelContainer(
      for: Schema([PathLeaf.self, PathStone.self]), configurations: [place.configuration])
    let context = ModelContext(container)
    for number in 0..<60 {
      context.author = Self.authors[number % Self.authors.count]
      if number % 3 == 0 {
        context.insert(PathStone())
      } else {
        context.insert(PathLeaf("\(number)"))
      }
      try context.save()
    }
    let all = try context.settledHistory(60)
    var generator = SeededGenerator(seed: TestRun.seed(88_120_774))
    for _ in 0..<TestRun.count(2000) {
      var descriptor = Descriptor(
        predicate: RandomHistoryPredicate(all).make(&generator),
        sortBy: RandomHistoryPredicate.order(&generator))
      descriptor.fetchLimit = UInt64([0, 0, 1, 7].randomElement(using: &generator) ?? 0)
      let found = try context.fetchHistory(descriptor)
      var expected = try all.filter { try descriptor.predicate?.evaluate($0) ?? true }
      expected = expected.sorted(using: descriptor.sortBy, first: descriptor.limit)
      let place: Comment =
        "\(TestRun.comment) \(kind.rawValue) \(descriptor.sortBy) \(descriptor.predicate.map { "\($0)" } ?? "")"
      #expect(found.map(\.id) == expected.map(\.id), place)
      #expect(found == expected, place)
      #expect(found.map(\.changes.count) == expected.map(\.changes.count), place)
    }
  }
}

extension ModelContext {
  /// Waits until the history has `count` transactions.
  ///
  /// A server reports a transaction only after all earlier ones have ended, including those of
  /// other
  /// clients.
  fileprivate func settledHistory(_ count: Int) throws -> [DefaultHistoryTransaction] {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let found = try fetchHistory(Descriptor())
      if found.count >= count || ContinuousClock.now > deadline { return found }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}
